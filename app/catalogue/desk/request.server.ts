import type { Choice } from "./save-service.server";
import { type FieldName, fieldNames, readValues, valuesIn } from "./service-form";

/** Reads a form of the editor, for saving and for the preview. */
export function readEditor(form: FormData) {
  const values = readValues(form);
  const choices: Partial<Record<FieldName, Choice>> = {};
  const base = valuesIn(form.get("base"));
  for (const name of fieldNames) {
    const choice = form.get(`choice.${name}`);
    // `base` holds the values that were stored when the choice was made.
    if (choice === "stored" && base[name] !== undefined) values[name] = base[name];
    if (choice === "stored" || choice === "mine") choices[name] = choice;
  }
  return { values, base, choices };
}
