import { useEffect, useRef } from "react";
import { jumpToField, keepFocused } from "~/ui/forms/jump-to-field";
import { rowId } from "./step-url";

/**
 * After a move to another step, focuses what the address names (N-REVIEW-1), otherwise the heading, so that it is
 * announced; not on the first page load, where the browser does.
 */
export function useStepFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useRef(false);
  useEffect(() => {
    if (arrived.current || !window.history.state?.idx) return;
    arrived.current = true;
    const id = decodeURIComponent(window.location.hash.slice(1));
    if (!id) return heading.current?.focus({ preventScroll: true });
    return keepFocused(() => jumpToNearest(id) || heading.current?.focus());
  }, []);
  return heading;
}

/** A row of the review may be gone after the change: then what it was part of, in the end its step. */
function jumpToNearest(id: string): boolean {
  for (let part = id; part; part = part.slice(0, Math.max(part.lastIndexOf("-"), 0)))
    if (jumpToField(part)) return true;
  const [, step = ""] = /^answer-(\w+)-/.exec(id) ?? [];
  return jumpToField(rowId(step));
}
