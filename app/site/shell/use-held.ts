import { useLayoutEffect } from "react";
import { useLocation } from "react-router";
import { showHeld } from "./held-mark";

/** Seen only in a browser that holds an application (N-BEGIN-7): it leads to it, or to the list of several. */
export const held = { to: "/applications", label: "My application" } as const;

let isAsked = false;

/**
 * Keeps the header's `My application` right (N-BEGIN-7): after every move between pages, which may have begun or ended
 * an application, and once a page load by asking the server, since another browser may have ended this one's right.
 */
export function useHeld(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again at every new place.
  useLayoutEffect(() => {
    showHeld();
    if (isAsked || !document.documentElement.hasAttribute("data-held")) return;
    isAsked = true;
    // Its answer removes the mark where this browser holds none any more.
    fetch("/applications/held")
      .then((answer) => answer.text())
      .then(showHeld, () => undefined);
  }, [key]);
  useLayoutEffect(() => {
    // A page that comes back from the browser's memory is as old as it was left.
    window.addEventListener("pageshow", showHeld);
    return () => window.removeEventListener("pageshow", showHeld);
  }, []);
}
