import { acceptOf as acceptOfRules, defaultRules, type FileRules, formatFileRules } from "~/documents/file-rules";
import type { FileField } from "~/form-engine/definition";

export const noLongerAskedFor = "No longer asked for";

/** A question as its service asks it, with the formats and the date rule of its document. */
export function fieldOfService(
  field: FileField,
  formats: Readonly<Record<string, readonly string[]>>,
  statements: Readonly<Record<string, string>>,
): FileField {
  const extensions = formats[field.documentType] ?? field.extensions;
  const hint = [field.hint, statements[field.documentType] ?? field.dateHint].filter(Boolean).join(" ");
  return { ...field, ...(extensions && { extensions }), ...(hint && { hint }) };
}

type Limited = { extensions?: readonly string[] | undefined };

export const rulesOf = ({ extensions }: Limited): FileRules =>
  extensions ? { ...defaultRules, extensions } : defaultRules;

/** For the browser's file chooser, and as text such as `PDF, JPG, JPEG or PNG, up to 10 MB`. */
export const acceptOf = (field: Limited) => acceptOfRules(rulesOf(field));
export const limitsOf = (field: Limited) => formatFileRules(rulesOf(field));
