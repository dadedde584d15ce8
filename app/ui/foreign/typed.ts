export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type TypedValue = { value: string; checked: boolean; files: FileList | null };

export const isCheckable = ({ type }: Field): boolean => type === "checkbox" || type === "radio";

/** The fields of the page by a name that is the same after React renders again. */
export function fieldsByPlace(): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const field of document.querySelectorAll<Field>("input, textarea, select")) {
    let place = `${field.form?.id} ${field.name || field.id} ${isCheckable(field) && field.value}`;
    while (fields.has(place)) place += "+";
    fields.set(place, field);
  }
  return fields;
}

/** Remembers all input and the focused field of this URL, for a page that React renders again (`give-back.ts`). */
export function holdTyped() {
  const { href } = location;
  const held = new Map<string, TypedValue>();
  let focused = "";
  const hold = () => {
    if (location.href !== href) return;
    for (const [place, field] of fieldsByPlace()) {
      const { value, checked = false, files = null } = field as HTMLInputElement;
      held.set(place, { value, checked, files });
      if (field === document.activeElement) focused = place;
    }
  };
  hold();
  for (const event of ["input", "change", "focusin"]) addEventListener(event, hold, true);
  /** Undefined at another URL. */
  return () => (location.href === href ? { held: new Map(held), focused } : undefined);
}
