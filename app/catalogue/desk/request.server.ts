import { z } from "zod";
import type { Choice } from "./save-service.server";
import { type FieldName, type FormValues, fieldNames, readValues } from "./service-form";

/** Reads a form of the editor, for saving and for the preview. */
export function readEditor(form: FormData) {
  const values = readValues(form);
  const choices: Partial<Record<FieldName, Choice>> = {};
  const base = readBase(form.get("base"));
  for (const name of fieldNames) {
    const choice = form.get(`choice.${name}`);
    // `base` holds the values that were stored when the choice was made.
    if (choice === "stored" && base[name] !== undefined) values[name] = base[name];
    if (choice === "stored" || choice === "mine") choices[name] = choice;
  }
  return { values, base, choices };
}

function readBase(text: FormDataEntryValue | null): Partial<FormValues> {
  try {
    const read = z.partialRecord(z.enum([...fieldNames]), z.string()).safeParse(JSON.parse(String(text)));
    return read.success ? read.data : {};
  } catch {
    return {};
  }
}
