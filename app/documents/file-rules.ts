import { documentFormats } from "~/db/schema/values";
import { type Kind, kindNamed } from "./kinds/kinds";

/** Extensions in lower case, sizes in bytes. */
export type FileRules = { extensions: readonly string[]; minimum: number; maximum: number };

export const megabyte = 1024 * 1024;

/** For the sender of a file with a virus. */
export const makeCleanCopy = "Please take a new photo or save the document again as a PDF, then upload it.";

/** Apply unless a field has its own rules. */
export const defaultRules: FileRules = {
  extensions: documentFormats,
  minimum: 1024,
  maximum: 10 * megabyte,
};

/** An empty file field sends a file without name and content; a real file may lack a name. */
export const isChosen = (value: unknown): value is File =>
  value instanceof File && (value.name !== "" || value.size > 0);

/** Some programs leave dots and blanks at a name's end. */
function withoutTail(fileName: string): string {
  let end = fileName.length;
  while (end > 0 && /[.\s]/.test(fileName.charAt(end - 1))) end -= 1;
  return fileName.slice(0, end);
}

/** In lower case, without the dot; empty if there is none. */
export function extensionOf(fileName: string): string {
  return /\.([^./\\]+)$/.exec(withoutTail(fileName))?.[1]?.toLowerCase() ?? "";
}

/** Replaces a known extension by the content's; text that is no extension, as in `Letter of Dr. Smith`, stays. */
export function namedAs(fileName: string, extension: string): string {
  const name = withoutTail(fileName);
  const own = extensionOf(name);
  if (own === extension && name.length > own.length + 1) return name;
  const stem = kindNamed(own) ? withoutTail(name.slice(0, -own.length - 1)) : name;
  return `${stem || "file"}.${extension}`;
}

export type FileProblem = {
  problem: "type" | "too large" | "too small" | "empty" | "heic" | "avif";
  message: string;
  /** The part of the message that says what the file really is and what to do. */
  advice: string;
};

/** What the server finds in a file besides. */
export type FileRefusal = Omit<FileProblem, "problem"> & {
  problem: FileProblem["problem"] | "virus" | "damaged" | "password" | "no page";
};

/** The kind, and the extension to store it with. */
export type FileType = { kind: Kind; extension: string };

/** Extensions, aliases of the same content, and content types, by which a phone offers files without an extension. */
export function acceptOf({ extensions }: FileRules): string {
  const kinds = extensions.flatMap((extension) => kindNamed(extension) ?? []);
  const more = kinds.flatMap(({ aliases = [], contentType = "" }) => [
    ...aliases.map((alias) => `.${alias}`),
    contentType,
  ]);
  return [...new Set([...extensions.map((extension) => `.${extension}`), ...more])].join(",");
}

/** Such as `PDF, JPG or PNG, up to 10 MB`. */
export function formatFileRules({ extensions, maximum }: FileRules): string {
  const names = extensions.map((extension) => extension.toUpperCase());
  return `${names.join(", ").replace(/, (\w+)$/, " or $1")}, up to ${maximum / megabyte} MB`;
}

/** At most 150 characters, with the extension: otherwise an earlier dot would determine the type. */
export function shortened(name: string): string {
  const extension = /\.[^.]{1,9}$/.exec(name)?.[0] ?? "";
  return name.length <= 150 ? name : name.slice(0, 150 - extension.length) + extension;
}
