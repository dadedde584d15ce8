const focusable = "input:not([type=hidden]), select, textarea, button, [tabindex]";

/** Dispatched at a hidden target: a listener that shows it, and then focuses it, prevents the default. */
export const revealing = "reveal";

/** Scrolls to this element, opens what contains it, and focuses it or its first visible control. False without it. */
export function jumpToField(id: string): boolean {
  const target = document.getElementById(id);
  if (!target) return false;
  for (let fold = target.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
  const reveal = new Event(revealing, { bubbles: true, cancelable: true });
  if (target.getClientRects().length === 0 && !target.dispatchEvent(reveal)) return true;
  const control = target.matches(focusable)
    ? target
    : [...target.querySelectorAll<HTMLElement>(focusable)].find((element) => element.getClientRects().length > 0);
  if (control?.matches("input, select, textarea")) {
    const frame = target.closest("fieldset") ?? target.parentElement?.parentElement ?? target;
    frame.scrollIntoView({ block: "start" });
    // A frame may be higher than the window, such as an entry of a list.
    control.scrollIntoView({ block: "nearest" });
  } else target.scrollIntoView({ block: "center" });
  control?.focus({ preventScroll: true });
  return true;
}

/** Frames in which enhanced fields may still replace native ones, which loses the focus. */
const frames = 20;

/** Focuses something just rendered, and again if the focus is lost at once. Returns how to stop. */
export function keepFocused(focus: () => void): () => void {
  let left = frames;
  let next = requestAnimationFrame(look);
  function look() {
    const { activeElement } = document;
    if (left === frames || !activeElement || activeElement === document.body) focus();
    left -= 1;
    if (left > 0) next = requestAnimationFrame(look);
  }
  return () => cancelAnimationFrame(next);
}
