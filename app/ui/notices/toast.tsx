import { X } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { classNames } from "~/ui/class-names";
import { type NoticeTone, noticeTones } from "~/ui/notices/tone";

export type ToastMessage = {
  tone?: NoticeTone | undefined;
  title: string;
  message?: ReactNode;
};

type Toast = ToastMessage & { key: number };
type Toasts = { show: (toast: ToastMessage) => void };

const ToastContext = createContext<Toasts | null>(null);

/** `show({ tone, title, message })`. Needs a `ToastProvider` above. */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error("useToast needs a ToastProvider above it");
  return toasts;
}

/** Errors stay until dismissed; other toasts disappear by themselves, except while hovered or focused. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const nextKey = useRef(0);
  const frame = useRef<HTMLDivElement>(null);

  const show = useCallback((toast: ToastMessage) => {
    nextKey.current += 1;
    const key = nextKey.current;
    setToasts((before) => [...before.slice(-3), { ...toast, key }]);
  }, []);
  const drop = useCallback((key: number) => setToasts((before) => before.filter((toast) => toast.key !== key)), []);
  const value = useMemo(() => ({ show }), [show]);

  // In the top layer, above an open dialog's backdrop.
  useEffect(() => {
    const popover = frame.current;
    if (!popover?.showPopover) return;
    if (popover.matches(":popover-open")) popover.hidePopover();
    if (toasts.length > 0) popover.showPopover();
  }, [toasts]);

  return (
    <ToastContext value={value}>
      {children}
      <div
        ref={frame}
        popover="manual"
        className="no-print fixed inset-x-4 top-auto bottom-4 m-0 w-auto overflow-visible bg-transparent p-0 sm:left-auto sm:w-96"
      >
        <ol className="grid gap-3">
          {toasts.map((toast) => (
            <ToastCard key={toast.key} toast={toast} onClose={() => drop(toast.key)} />
          ))}
        </ol>
      </div>
    </ToastContext>
  );
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { tone = "info", title, message } = toast;
  const [paused, setPaused] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (tone === "error" || paused) return;
    const timer = setTimeout(() => close.current(), 6000);
    return () => clearTimeout(timer);
  }, [tone, paused]);
  return (
    <li
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <ToastFace tone={tone} title={title} message={message} onClose={onClose} />
    </li>
  );
}

/** Exported for the page that shows every component. */
export function ToastFace(props: ToastMessage & { onClose: () => void }) {
  const { tone = "info", title, message, onClose } = props;
  const { icon: Icon, ink, left } = noticeTones[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={classNames(
        "flex animate-rise items-start gap-3 rounded-lg border border-line border-l-4 bg-white py-3 pr-2 pl-4 text-ink shadow-lg",
        left,
      )}
    >
      <Icon aria-hidden className={classNames("mt-1 size-5 shrink-0", ink)} />
      <div className="min-w-0 flex-1 py-0.5 text-sm">
        <p className="font-semibold">{title}</p>
        {message ? <div className="mt-0.5 text-stone">{message}</div> : null}
      </div>
      <button
        type="button"
        onClick={onClose}
        data-hint="Dismiss"
        className="grid size-9 shrink-0 place-items-center rounded-md text-stone hover:bg-foam hover:text-ink"
      >
        <X aria-hidden className="size-4" />
        <span className="sr-only">Dismiss</span>
      </button>
    </div>
  );
}
