import { useLayoutEffect } from "react";
import { useLocation } from "react-router";

/** Seen only in a browser that holds an application (N-BEGIN-7): it leads to it, or to the list of several. */
export const held = { to: "/applications", label: "My application" } as const;

let isAsked = false;
const show = () => window.showHeld?.();

/**
 * Keeps the header's `My application` right (N-BEGIN-7): after every move between pages, which may have begun or ended
 * an application, and once a page load by asking the server, since another browser may have ended this one's right.
 */
export function useHeld(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again at every new place.
  useLayoutEffect(() => {
    show();
    if (isAsked || !document.documentElement.hasAttribute("data-held")) return;
    isAsked = true;
    // Its answer removes the mark where this browser holds none any more.
    fetch(`${held.to}/held`)
      .then((answer) => answer.text())
      .then(show, () => undefined);
  }, [key]);
}
