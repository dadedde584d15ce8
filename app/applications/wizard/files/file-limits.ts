import { acceptOf as acceptOfRules, defaultRules, type FileRules, formatFileRules } from "~/documents/file-rules";

/** The heading of files whose document staff have taken off the service's list (K-DOCS-5). */
export const noLongerAskedFor = "No longer asked for";

type Limited = { extensions?: readonly string[] | undefined };

/** What the file of a question or of a required document may be. */
export const rulesOf = ({ extensions }: Limited): FileRules =>
  extensions ? { ...defaultRules, extensions } : defaultRules;

/** The same for the browser's file chooser, and in words such as `PDF, JPG, JPEG or PNG, up to 10 MB`. */
export const acceptOf = (field: Limited) => acceptOfRules(rulesOf(field));
export const limitsOf = (field: Limited) => formatFileRules(rulesOf(field));
