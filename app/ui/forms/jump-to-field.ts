const focusable = "input:not([type=hidden]), select, textarea, button, [tabindex]";

/** Asked of a target that is hidden: who shows it, and then focuses it, prevents the event's default. */
export const revealing = "reveal";

/**
 * Brings a field, or anything else with this id, into view and focuses it, or its first control that is shown. What it
 * is folded in unfolds. False when there is none.
 */
export function jumpToField(id: string): boolean {
  const target = document.getElementById(id);
  if (!target) return false;
  for (let fold = target.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
  const reveal = new Event(revealing, { bubbles: true, cancelable: true });
  if (target.getClientRects().length === 0 && !target.dispatchEvent(reveal)) return true;
  const control = target.matches(focusable)
    ? target
    : [...target.querySelectorAll<HTMLElement>(focusable)].find((one) => one.getClientRects().length > 0);
  if (control?.matches("input, select, textarea")) {
    const frame = target.closest("fieldset") ?? target.parentElement?.parentElement ?? target;
    frame.scrollIntoView({ block: "start" });
    // A frame may be higher than the window, such as an entry of a list.
    control.scrollIntoView({ block: "nearest" });
  } else target.scrollIntoView({ block: "center" });
  control?.focus({ preventScroll: true });
  return true;
}

/** Frames in which fields may still take over from those without script, and lose the focus by it. */
const frames = 20;

/** Focuses something that has just been rendered, and once more if the focus is lost at once. The way to stop it. */
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
