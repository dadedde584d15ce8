import { acceptOf as acceptOfRules, defaultRules, type FileRules, formatFileRules } from "~/documents/file-rules";

export const noLongerAskedFor = "No longer asked for";

type Limited = { extensions?: readonly string[] | undefined };

export const rulesOf = ({ extensions }: Limited): FileRules =>
  extensions ? { ...defaultRules, extensions } : defaultRules;

/** For the browser's file chooser, and as text such as `PDF, JPG, JPEG or PNG, up to 10 MB`. */
export const acceptOf = (field: Limited) => acceptOfRules(rulesOf(field));
export const limitsOf = (field: Limited) => formatFileRules(rulesOf(field));
