import { fieldNames, readValues, valuesIn } from "./service-form";

/** Reads a form of the editor, for saving and for the preview. */
export function readEditor(form: FormData) {
  const values = readValues(form);
  const base = valuesIn(form.get("base"));
  const inConflict = form.getAll("conflict");
  for (const name of fieldNames) {
    const choice = form.get(`choice.${name}`);
    // `base` holds the values that were stored when the choice was asked for.
    const stored = base[name];
    if (choice === "theirs" && stored !== undefined) values[name] = stored;
    // Without a choice it is asked for again: nothing of theirs is overwritten by leaving it out.
    else if (choice !== "mine" && inConflict.includes(name)) delete base[name];
  }
  return { values, base };
}
