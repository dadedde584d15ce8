import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * A native `details` that behaves as a menu: Escape, a click beside it and a move to another page close it. `trap`
 * keeps the tab key inside while it is open, for a menu that covers the page. Without JavaScript it opens and closes
 * by its summary.
 */
export function useMenu({ trap = false } = {}): RefObject<HTMLDetailsElement | null> {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new place closes the menu.
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!menu.current?.open) return;
      if (event.key === "Escape") {
        menu.current.open = false;
        menu.current.querySelector("summary")?.focus();
      } else if (trap && event.key === "Tab") trapFocus(menu.current, event);
    }
    function onPress(event: PointerEvent) {
      const details = menu.current;
      const beside = details?.parentElement ?? details;
      if (details?.open && event.target instanceof Node && !beside?.contains(event.target)) details.open = false;
    }
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
    };
  }, [trap]);

  return menu;
}

/** Tab wraps around inside the menu. */
function trapFocus(menu: HTMLElement, event: KeyboardEvent) {
  const stops = [...menu.querySelectorAll<HTMLElement>("summary, a[href], button")];
  const end = event.shiftKey ? stops[0] : stops.at(-1);
  const inside = menu.contains(document.activeElement);
  if (inside && document.activeElement !== end) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}
