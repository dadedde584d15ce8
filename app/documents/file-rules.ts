import { documentFormats } from "~/db/schema/values";
import { type Kind, kindNamed } from "./kinds/kinds";

/** What may be uploaded where: file name extensions in lower case, sizes in bytes. */
export type FileRules = { extensions: readonly string[]; minimum: number; maximum: number };

export const megabyte = 1024 * 1024;

/** The rules unless a field has others (W-UPLOAD-1, W-UPLOAD-3, W-UPLOAD-4). */
export const defaultRules: FileRules = {
  extensions: documentFormats,
  minimum: 1024,
  maximum: 10 * megabyte,
};

/** A field of files that was left empty sends one without name and content; a file may come without a name. */
export const isChosen = (value: unknown): value is File =>
  value instanceof File && (value.name !== "" || value.size > 0);

/** A file's name without the dots and blanks that some programs leave at its end. */
function withoutTail(fileName: string): string {
  let end = fileName.length;
  while (end > 0 && /[.\s]/.test(fileName.charAt(end - 1))) end -= 1;
  return fileName.slice(0, end);
}

/** The extension of a file's name in lower case, without the dot; empty when it has none. */
export function extensionOf(fileName: string): string {
  return /\.([^./\\]+)$/.exec(withoutTail(fileName))?.[1]?.toLowerCase() ?? "";
}

/**
 * A file's name with the extension of its content: another known one is replaced, and what follows a dot but is none,
 * as in `Letter of Dr. Smith`, stays in the name.
 */
export function namedAs(fileName: string, extension: string): string {
  const name = withoutTail(fileName);
  const own = extensionOf(name);
  if (own === extension && name.length > own.length + 1) return name;
  const stem = kindNamed(own) ? withoutTail(name.slice(0, -own.length - 1)) : name;
  return `${stem || "file"}.${extension}`;
}

export type FileProblem = {
  problem: "type" | "too large" | "too small";
  message: string;
  /** The part of the message that says what the file truly is and what to do, where there is more to say. */
  advice: string;
};

/** What a file is, and the extension that it is stored with. */
export type Judged = { kind: Kind; extension: string };

/**
 * What the browser's file chooser offers: endings, other endings of the same content, and content types, by which a
 * phone offers what has no ending.
 */
export function acceptOf({ extensions }: FileRules): string {
  const taken = extensions.flatMap((one) => kindNamed(one) ?? []);
  const more = taken.flatMap(({ aliases = [], contentType = "" }) => [
    ...aliases.map((alias) => `.${alias}`),
    contentType,
  ]);
  return [...new Set([...extensions.map((one) => `.${one}`), ...more])].join(",");
}

/** The rules in words such as `PDF, JPG or PNG, up to 10 MB`. */
export function rulesInWords({ extensions, maximum }: FileRules): string {
  const names = extensions.map((extension) => extension.toUpperCase());
  return `${names.join(", ").replace(/, (\w+)$/, " or $1")}, up to ${maximum / megabyte} MB`;
}

/** 150 characters at most, its extension kept: without it another one before it would be the file's (F-FILE-1). */
export function shortened(name: string): string {
  const extension = /\.[^.]{1,9}$/.exec(name)?.[0] ?? "";
  return name.length <= 150 ? name : name.slice(0, 150 - extension.length) + extension;
}
