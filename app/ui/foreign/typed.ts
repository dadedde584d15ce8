export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type TypedValue = { value: string; checked: boolean; files: FileList | null };

export const isCheckable = ({ type }: Field): boolean => type === "checkbox" || type === "radio";

/** The fields of the page by a name that is the same after React renders again. */
export function fieldsByPlace(): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const field of document.querySelectorAll<Field>("input, textarea, select")) {
    let key = `${field.form?.id} ${field.name || field.id} ${isCheckable(field) && field.value}`;
    while (fields.has(key)) key += "+";
    fields.set(key, field);
  }
  return fields;
}

/** Remembers all input and the focused field of this URL, for a page that React renders again (`give-back.ts`). */
export function holdTyped() {
  const { href } = location;
  const values = new Map<string, TypedValue>();
  let focused = "";
  const capture = () => {
    if (location.href !== href) return;
    for (const [key, field] of fieldsByPlace()) {
      const { value, checked = false, files = null } = field as HTMLInputElement;
      values.set(key, { value, checked, files });
      if (field === document.activeElement) focused = key;
    }
  };
  capture();
  for (const event of ["input", "change", "focusin"]) addEventListener(event, capture, true);
  /** Undefined at another URL. */
  return () => (location.href === href ? { values: new Map(values), focused } : undefined);
}
