import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * A native `details` that behaves as a menu: Escape, a click beside it and a move to another page close it. Without
 * JavaScript it opens and closes by its summary.
 */
export function useMenu(): RefObject<HTMLDetailsElement | null> {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new place closes the menu.
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== "Escape" || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector("summary")?.focus();
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
  }, []);

  return menu;
}
