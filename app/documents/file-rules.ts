import { documentFormats } from "~/db/schema/values";

/** What may be uploaded where: file name extensions in lower case, sizes in bytes. */
export type FileRules = { extensions: readonly string[]; minimum: number; maximum: number };

const megabyte = 1024 * 1024;

/** The rules unless a field has others (W-UPLOAD-1, W-UPLOAD-3, W-UPLOAD-4). */
export const defaultRules: FileRules = {
  extensions: documentFormats,
  minimum: 1024,
  maximum: 10 * megabyte,
};

/** The extension of a file's name in lower case, without the dot; empty when it has none. */
export function extensionOf(fileName: string): string {
  return /\.([^./\\]+)$/.exec(fileName.trim())?.[1]?.toLowerCase() ?? "";
}

export type FileProblem = { problem: "type" | "too large" | "too small"; message: string };

export const acceptedTypes = (rules: FileRules) => `Accepted types: ${rules.extensions.join(", ")}`;
export const notAllowed = (extension: string, rules: FileRules) =>
  `File type .${extension} is not allowed. ${acceptedTypes(rules)}`;

/** What is wrong with a file by its name and size, in the specification's words; for the browser and the server. */
export function problemOfFile(
  fileName: string,
  size: number,
  rules: FileRules = defaultRules,
): FileProblem | undefined {
  const extension = extensionOf(fileName);
  if (!rules.extensions.includes(extension)) return { problem: "type", message: notAllowed(extension, rules) };
  if (size > rules.maximum)
    return { problem: "too large", message: `File size exceeds ${rules.maximum / megabyte}MB limit` };
  if (size < rules.minimum)
    return { problem: "too small", message: `File is too small (minimum ${rules.minimum / 1024}KB)` };
  return undefined;
}

/** What the browser's file chooser offers. */
export const acceptOf = ({ extensions }: FileRules) => extensions.map((extension) => `.${extension}`).join(",");

/** The rules in words such as `PDF, JPG or PNG, up to 10 MB`. */
export function rulesInWords({ extensions, maximum }: FileRules): string {
  const names = extensions.map((extension) => extension.toUpperCase());
  return `${names.join(", ").replace(/, (\w+)$/, " or $1")}, up to ${maximum / megabyte} MB`;
}
