import { fieldNames, readValues, valuesIn } from "./service-form";

/** Reads a form of the editor, for saving and for the preview. */
export function readEditor(form: FormData) {
  const values = readValues(form);
  const base = valuesIn(form.get("base"));
  for (const name of fieldNames) {
    // `base` holds the values that were stored when the choice was made.
    const theirs = form.get(`choice.${name}`) === "theirs" ? base[name] : undefined;
    if (theirs !== undefined) values[name] = theirs;
  }
  return { values, base };
}
