import { defaultRules, type FileRules } from "~/documents/file-rules";
import type { FileField } from "./steps/definition";

type Limited = { extensions?: FileField<string>["extensions"] | undefined };

/** What a question's file may be. */
export const rulesOf = ({ extensions }: Limited): FileRules =>
  extensions ? { ...defaultRules, extensions } : defaultRules;

/** The same for the browser's file chooser, and in words such as `PDF, JPG, JPEG or PNG, up to 10 MB`. */
export const acceptOf = (field: Limited) =>
  rulesOf(field)
    .extensions.map((extension) => `.${extension}`)
    .join(",");

export function limitsOf(field: Limited): string {
  const { extensions, maximum } = rulesOf(field);
  const names = extensions.map((extension) => extension.toUpperCase());
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}, up to ${maximum / 1024 / 1024} MB`;
}
