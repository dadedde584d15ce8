import { useEffect, useRef } from "react";

/** Focuses the heading of a step that one moved to, so that it is announced; the first page load keeps the focus. */
export function useStepFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useRef(false);
  useEffect(() => {
    if (arrived.current || !window.history.state?.idx) return;
    arrived.current = true;
    if (!window.location.hash) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
