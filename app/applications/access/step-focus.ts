import { useEffect, useRef } from "react";
import { jumpToField, keepFocused } from "~/ui/forms/jump-to-field";
import { rowId } from "./step-url";

/** After moving to another step, focuses the URL's target or the heading; on the first load the browser does. */
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

/** A row of the review may have disappeared by the change: then focus its nearest parent, at last its step. */
function jumpToNearest(id: string): boolean {
  for (let part = id; part; part = part.slice(0, Math.max(part.lastIndexOf("-"), 0)))
    if (jumpToField(part)) return true;
  const [, step = ""] = /^answer-(\w+)-/.exec(id) ?? [];
  return jumpToField(rowId(step));
}
