/** Targets of the keys `e`, `a` and `d`: the controls of a record's status and owner, and the box of a task. */
export const controls = { status: "[data-status]", owner: "[data-owner]", task: "[data-tick]" } as const;

const usable = "select, button, summary, a[href], input:not([type=hidden])";

/** The first control within `root` that matches, or is inside a match; badges match too. */
export function findControl(root: ParentNode | null | undefined, marked: string): HTMLElement | undefined {
  const inside = marked.split(", ").flatMap((selector) => [`${selector}:is(${usable})`, `${selector} :is(${usable})`]);
  return root?.querySelector<HTMLElement>(inside.join(", ")) ?? undefined;
}

/** Focuses a control and opens it as a click would. */
export function openControl(control: HTMLElement | undefined): boolean {
  if (!control) return false;
  for (let folded = control.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null)
    if (!control.matches("summary")) folded.open = true;
  control.scrollIntoView({ block: "nearest" });
  control.focus({ preventScroll: true });
  if (control instanceof HTMLSelectElement) showPicker(control);
  else if (!(control instanceof HTMLInputElement)) control.click();
  return true;
}

/** If the browser can't open it, it is only focused. */
function showPicker(select: HTMLSelectElement): void {
  try {
    select.showPicker();
  } catch {
    // Space or Alt-ArrowDown open the list.
  }
}
