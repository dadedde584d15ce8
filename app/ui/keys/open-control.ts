/** What the keys `e` and `a` look for: the control of a record's status, and of its owner. */
export const controls = { status: "[data-status]", owner: "[data-owner]" } as const;

const usable = "select, button, summary, a[href], input:not([type=hidden])";

/** Puts the focus on a control, which may lie inside what is marked, and opens it as a click would. */
export function openControl(marked: Element | null | undefined): boolean {
  const control = marked?.matches(usable) ? marked : marked?.querySelector(usable);
  if (!(control instanceof HTMLElement)) return false;
  for (let folded = control.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null)
    if (!control.matches("summary")) folded.open = true;
  control.scrollIntoView({ block: "nearest" });
  control.focus({ preventScroll: true });
  if (control instanceof HTMLSelectElement) showPicker(control);
  else if (!(control instanceof HTMLInputElement)) control.click();
  return true;
}

/** Where a browser does not open it, the focus stands on it. */
function showPicker(select: HTMLSelectElement): void {
  try {
    select.showPicker();
  } catch {
    // The list opens by Space or Alt-ArrowDown.
  }
}
