import { fileTypeFromBuffer } from "file-type";

/** What may be uploaded where: file name extensions in lower case, sizes in bytes. */
export type FileRules = { extensions: readonly string[]; minimum: number; maximum: number };

const megabyte = 1024 * 1024;

/** The rules unless a field has others (W-UPLOAD-1, W-UPLOAD-3, W-UPLOAD-4). */
export const defaultRules: FileRules = {
  extensions: ["pdf", "jpg", "jpeg", "png", "doc", "docx"],
  minimum: 1024,
  maximum: 10 * megabyte,
};

/** What the true type of a file, by its first bytes, is called and served as. `cfb` is the container of old Word files. */
const trueTypes: Record<string, { names: readonly string[]; contentType: string }> = {
  pdf: { names: ["pdf"], contentType: "application/pdf" },
  jpg: { names: ["jpg", "jpeg"], contentType: "image/jpeg" },
  png: { names: ["png"], contentType: "image/png" },
  cfb: { names: ["doc"], contentType: "application/msword" },
  docx: {
    names: ["docx"],
    contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  },
};

/** Why a file is refused; `problem` for features that have words of their own, such as the inquiry form. */
export class FileRefused extends Error {
  readonly problem: "type" | "too large" | "too small";
  constructor(problem: FileRefused["problem"], message: string) {
    super(message);
    this.problem = problem;
  }
}

/** The extension of a file's name in lower case, without the dot; empty when it has none. */
export function extensionOf(fileName: string): string {
  return /\.([^./\\]+)$/.exec(fileName.trim())?.[1]?.toLowerCase() ?? "";
}

/**
 * Checks name, size and content, and answers what the file truly is. A picture whose name says the wrong picture format
 * is taken for what it is; any content that is not accepted is refused, whatever the name says. Throws a FileRefused
 * with the words of the specification (application-flow.md §5, W-UPLOAD-2 to W-UPLOAD-5).
 */
export async function checkFile(
  fileName: string,
  bytes: Uint8Array,
  rules: FileRules = defaultRules,
): Promise<{ extension: string; contentType: string }> {
  const accepted = `Accepted types: ${rules.extensions.join(", ")}`;
  const refuseType = (extension: string) =>
    new FileRefused("type", `File type .${extension} is not allowed. ${accepted}`);
  const claimed = extensionOf(fileName);
  if (!rules.extensions.includes(claimed)) throw refuseType(claimed);
  if (bytes.length > rules.maximum)
    throw new FileRefused("too large", `File size exceeds ${rules.maximum / megabyte}MB limit`);
  if (bytes.length < rules.minimum)
    throw new FileRefused("too small", `File is too small (minimum ${rules.minimum / 1024}KB)`);
  const found = await fileTypeFromBuffer(bytes);
  if (!found) throw new FileRefused("type", `This is not a readable .${claimed} file. ${accepted}`);
  const known = Object.hasOwn(trueTypes, found.ext) ? trueTypes[found.ext] : undefined;
  const extension = known?.names.includes(claimed) ? claimed : known?.names[0];
  if (!known || !extension || !rules.extensions.includes(extension)) throw refuseType(known?.names[0] ?? found.ext);
  return { extension, contentType: known.contentType };
}
