import { useEffect, useRef } from "react";

/** Focuses the heading after a move to another step, so that it is announced; not on the first page load. */
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
