const focusable = "input:not([type=hidden]), select, textarea, button, [tabindex]";

/**
 * Brings a field, or anything else with this id, into view and focuses it, or its first control that is shown. What it
 * is folded in unfolds. False when there is none.
 */
export function jumpToField(id: string): boolean {
  const target = document.getElementById(id);
  if (!target) return false;
  for (let fold = target.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
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
