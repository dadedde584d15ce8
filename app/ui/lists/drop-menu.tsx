import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "~/ui/class-names";

export type DropMenuProps = {
  /** The text, and an addition for screen readers. */
  label: ReactNode;
  isSet?: boolean;
  /** Open from the start: something in it has to be corrected. */
  open?: boolean;
  /** The edge that the panel is aligned with. */
  side?: "left" | "right";
  className?: string | undefined;
  children: ReactNode;
};

/** A button with a panel. Works without JavaScript; with it, Escape and a click elsewhere close it. */
export function DropMenu({ label, isSet = false, open, side = "left", className, children }: DropMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    function close(event: Event) {
      const { current } = menu;
      if (current?.open && !(event.target instanceof Node && current.contains(event.target))) current.open = false;
    }
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
    };
  }, []);
  return (
    <details
      ref={menu}
      open={open}
      className={classNames("group/menu relative", className)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !menu.current?.open) return;
        event.preventDefault();
        menu.current.open = false;
        menu.current.querySelector("summary")?.focus();
      }}
    >
      <summary className={classNames("filter-pill", isSet && "filter-pill-set")}>
        {label}
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-stone" />
      </summary>
      <div
        className={classNames(
          "absolute top-full z-30 mt-1 max-h-[70vh] w-64 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-lg bg-white p-2 shadow-lg ring-1 ring-line",
          side === "left" ? "left-0" : "right-0",
        )}
      >
        {children}
      </div>
    </details>
  );
}
