import { type Field, fieldsByPlace, type Given, isTick } from "./typed";

/** Writes past React's own properties, so that React sees a change, and tells it as a person's typing would. */
function fill(field: Field, { value, checked, files }: Given): void {
  const write = (name: string, to: unknown) =>
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set?.call(field, to);
  if (field instanceof HTMLInputElement && isTick(field)) {
    // React takes a tick by its click.
    if (field.checked !== checked) field.click();
    return;
  }
  if (field.type === "file") {
    if (!files?.length) return;
    write("files", files);
  } else if (field.type === "hidden" || field.type === "submit" || field.value === value) return;
  else write("value", value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Puts what was typed into a page that React drew again, and goes on where it was being typed. */
export function giveBack({ held, focused }: { held: ReadonlyMap<string, Given>; focused: string }): void {
  const fields = fieldsByPlace();
  for (const [place, given] of held) {
    const field = fields.get(place);
    if (field) fill(field, given);
  }
  fields.get(focused)?.focus();
}
