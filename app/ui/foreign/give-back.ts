import { type Field, fieldsByPlace, isCheckable, type TypedValue } from "./typed";

/** Writes past React's own property setters, so that React sees a change, and fires the events of typing. */
function fill(field: Field, { value, checked, files }: TypedValue): void {
  const write = (name: string, to: unknown) =>
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set?.call(field, to);
  if (field instanceof HTMLInputElement && isCheckable(field)) {
    // React only notices a click.
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

/** Restores input into a page that React rendered again, with the focus where it was. */
export function giveBack({ values, focused }: { values: ReadonlyMap<string, TypedValue>; focused: string }): void {
  const fields = fieldsByPlace();
  for (const [key, typedValue] of values) {
    const field = fields.get(key);
    if (field) fill(field, typedValue);
  }
  fields.get(focused)?.focus();
}
