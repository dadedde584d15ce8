import { documentFormats } from "~/db/schema/values";
import { kindOf } from "./kinds/kind-of";
import { type Kind, kindNamed, kinds } from "./kinds/kinds";

/** What may be uploaded where: file name extensions in lower case, sizes in bytes. */
export type FileRules = { extensions: readonly string[]; minimum: number; maximum: number };

const megabyte = 1024 * 1024;

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

const acceptedTypes = (rules: FileRules) => `Accepted types: ${rules.extensions.join(", ")}`;

/**
 * What a file is by its content, whatever it is called (F-FILE-1), or what is wrong with it and what to do; for the
 * browser, before it is sent, and the server.
 */
export async function judgeFile(
  fileName: string,
  bytes: Blob,
  rules: FileRules = defaultRules,
): Promise<Judged | FileProblem> {
  const ending = extensionOf(fileName);
  const { size } = bytes;
  if (size === 0) return { problem: "too small", ...inWords("This file is empty.", emptyAdvice) };
  const name = await kindOf(bytes);
  const kind: Kind | undefined = name && kinds[name];
  const taken = kind?.contentType ? kind.endings.filter((one) => rules.extensions.includes(one)) : [];
  const extension = taken.find((one) => one === ending) ?? taken[0];
  if (!kind || !extension) return { problem: "type", ...notTaken(kind, ending, rules) };
  if (size > rules.maximum) {
    const words = `File size exceeds ${rules.maximum / megabyte}MB limit.`;
    return { problem: "too large", ...inWords(words, kind.use === "picture" ? pictureAdvice : documentAdvice) };
  }
  if (size < rules.minimum)
    return { problem: "too small", message: `File is too small (minimum ${rules.minimum / 1024}KB)`, advice: "" };
  return { kind, extension };
}

const inWords = (what: string, advice: string) => ({ message: `${what} ${advice}`, advice });

const emptyAdvice = "Save it once more where it comes from, and choose it again.";
const pictureAdvice =
  "Choose a smaller copy: on a phone take a screenshot of it, on a computer save it with fewer pixels.";
const documentAdvice = "Scan it with a lower resolution, or send its pages as several files.";

/** Words for content that is not accepted, and for what is none of the kinds. */
function notTaken(kind: Kind | undefined, ending: string, rules: FileRules): Pick<FileProblem, "message" | "advice"> {
  const accepted = acceptedTypes(rules);
  if (!kind && rules.extensions.includes(ending)) {
    const words = `This is not a readable .${ending} file: it is damaged, or of another kind.`;
    return { message: `${words} Save it once more, and choose that. ${accepted}`, advice: "" };
  }
  if (!kind && ending === "") return { message: `We can’t tell what kind of file this is. ${accepted}`, advice: "" };
  // Its name says what it is.
  if (!kind || ((kind.contentType || kind.use === "none") && kindNamed(ending) === kind))
    return { message: `File type .${ending} is not allowed. ${accepted}`, advice: "" };
  const claimed = kindNamed(ending)?.name ?? kind.name;
  const what = `This is ${kind.name}${claimed === kind.name ? "" : `, not ${claimed}`}.`;
  const advice = [what, adviceOn(kind, rules)].filter(Boolean).join(" ");
  return { message: `${advice} ${accepted}`, advice };
}

/** How a file of this kind becomes one that is accepted. */
function adviceOn({ use }: Kind, { extensions }: FileRules): string {
  const format = ["jpg", "jpeg", "png", "pdf"].find((one) => extensions.includes(one))?.toUpperCase();
  switch (use) {
    case "picture":
      return format === "PDF" || !format
        ? `Save it as ${format ?? "a Word document"}, and choose that.`
        : `Save it as ${format}, or take a screenshot of it, and choose that.`;
    case "document":
      if (extensions.includes("pdf")) return "Open it, save it as PDF, and choose that.";
      return format
        ? "Take a picture of it, and choose that."
        : "Open it, save it as a Word document, and choose that.";
    case "archive":
      return "Open it, and choose the files in it one by one.";
    case "locked":
      return "Save it without its password, and choose that.";
    case "none":
      return "";
  }
}

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
