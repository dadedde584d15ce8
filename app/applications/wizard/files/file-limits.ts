import type { FileField } from "~/applications/steps/engine/definition";
import { acceptOf as acceptOfRules, defaultRules, type FileRules, rulesInWords } from "~/documents/file-rules";

type Limited = { extensions?: FileField["extensions"] | undefined };

/** What a question's file may be. */
export const rulesOf = ({ extensions }: Limited): FileRules =>
  extensions ? { ...defaultRules, extensions } : defaultRules;

/** The same for the browser's file chooser, and in words such as `PDF, JPG, JPEG or PNG, up to 10 MB`. */
export const acceptOf = (field: Limited) => acceptOfRules(rulesOf(field));
export const limitsOf = (field: Limited) => rulesInWords(rulesOf(field));
