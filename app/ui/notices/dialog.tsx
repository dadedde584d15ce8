import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "~/ui/class-names";

export type DialogProps = {
  open: boolean;
  /** By the close button, Escape or a click on the backdrop. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: "sm" | "md" | "lg" | "xl" | undefined;
  /** They stay visible while the content scrolls. */
  footer?: ReactNode;
  role?: "dialog" | "alertdialog" | undefined;
  icon?: ReactNode;
  /** Off if an answer is required: a click on the backdrop does nothing. */
  closeOnBackdrop?: boolean | undefined;
  /** Off for a dialog that only its own buttons may close: no close button, and Escape does nothing. */
  closable?: boolean | undefined;
  /** The title is only for screen readers; the content fills the dialog and has its own close button. */
  bare?: boolean | undefined;
  children?: ReactNode;
  className?: string | undefined;
};

const widths = { sm: "max-w-md", md: "max-w-xl", lg: "max-w-3xl", xl: "max-w-6xl" };

/**
 * The native modal dialog: it traps and restores the focus and makes the page behind it inert and unscrollable
 * (app.css). Opened on the server it is part of the page, so it works without JavaScript. Its first focus goes to
 * `[data-autofocus]`, or to the title.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, description, size = "md", role, className } = props;
  const { closeOnBackdrop = true, closable = true } = props;
  const element = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const [openAtFirst] = useState(open);
  const id = useId();

  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog || !open) return;
    dialog.removeAttribute("open");
    dialog.showModal();
    const first = dialog.querySelector<HTMLElement>("[data-autofocus]") ?? dialog.querySelector<HTMLElement>("h2");
    first?.focus();
    return () => dialog.close();
  }, [open]);

  function press(event: MouseEvent) {
    // The second click of a double click was meant for what opened the dialog.
    pressedOutside.current = event.target === element.current && event.detail < 2;
  }
  function click(event: MouseEvent) {
    if (closeOnBackdrop && pressedOutside.current && event.target === element.current) onClose();
  }

  return (
    <dialog
      ref={element}
      open={openAtFirst}
      role={role === "alertdialog" ? role : undefined}
      aria-modal={open || undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onMouseDown={press}
      onClick={click}
      onKeyDown={(event) => {
        // If the browser closed it for a moment, Escape would reach the page and return to its list.
        if (!closable && event.key === "Escape") event.preventDefault();
      }}
      onCancel={(event) => {
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (event.target !== element.current || !open || element.current.open) return;
        // A browser closes the dialog on a second Escape, even though the first one was prevented.
        if (closable) onClose();
        else element.current.showModal();
      }}
      className={classNames(
        "m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-hidden rounded-2xl bg-white text-ink shadow-lg open:flex open:flex-col open:animate-rise max-sm:mb-3",
        widths[size],
        className,
      )}
    >
      {open ? <Content {...props} id={id} /> : null}
    </dialog>
  );
}

function Content(props: DialogProps & { id: string }) {
  const { id, onClose, title, description, footer, icon, closable = true, bare = false, children } = props;
  if (bare)
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <h2 id={`${id}-title`} tabIndex={-1} className="sr-only">
          {title}
        </h2>
        {children}
      </div>
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        className={classNames(
          "flex items-start gap-3.5 px-5 pt-5 pr-16 sm:px-7 sm:pt-6 sm:pr-18",
          children ? "pb-3" : "pb-6",
        )}
      >
        {icon}
        <div className="min-w-0">
          <h2 id={`${id}-title`} tabIndex={-1} className="text-2xl">
            {title}
          </h2>
          {description ? (
            <div id={`${id}-description`} className="mt-1.5 text-base text-stone">
              {description}
            </div>
          ) : null}
        </div>
      </div>
      {children ? <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-6 sm:px-7">{children}</div> : null}
      {footer ? (
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-auto max-sm:[&_form>.button]:w-full border-t border-line bg-mist px-5 py-4 sm:px-7">
          {footer}
        </div>
      ) : null}
      {closable ? (
        <button
          type="button"
          onClick={onClose}
          data-hint="Close"
          className="absolute top-3.5 right-3.5 grid size-11 place-items-center rounded-md text-stone hover:bg-foam hover:text-ink sm:top-4 sm:right-4 noscript:hidden"
        >
          <X aria-hidden className="size-5" />
          <span className="sr-only">Close</span>
        </button>
      ) : null}
    </div>
  );
}
