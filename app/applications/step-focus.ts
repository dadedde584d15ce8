import { useEffect, useRef } from "react";

/** The heading of a step: one that was moved to is announced by it; the first page that loads leaves the focus alone. */
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
