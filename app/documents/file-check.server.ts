import { fileTypeFromBlob } from "file-type";
import {
  acceptedTypes,
  defaultRules,
  extensionOf,
  type FileProblem,
  type FileRules,
  notAllowed,
  problemOfFile,
} from "./file-rules";

/** The name and content type of a file's true type, by its first bytes. `cfb` is the container of old Word files. */
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
  readonly problem: FileProblem["problem"] | "virus";
  constructor(problem: FileRefused["problem"], message: string) {
    super(message);
    this.problem = problem;
  }
}

/**
 * Checks name, size and content, and returns the file's true type. A picture whose name has another picture format's
 * extension is accepted; content that is not accepted is refused whatever the name. Throws a FileRefused with the words
 * of the specification (application-flow.md §5, W-UPLOAD-2 to W-UPLOAD-5).
 */
export async function checkFile(
  fileName: string,
  bytes: Blob,
  rules: FileRules = defaultRules,
): Promise<{ extension: string; contentType: string }> {
  const wrong = problemOfFile(fileName, bytes.size, rules);
  if (wrong) throw new FileRefused(wrong.problem, wrong.message);
  const claimed = extensionOf(fileName);
  const detected = await fileTypeFromBlob(bytes);
  if (!detected) throw new FileRefused("type", `This is not a readable .${claimed} file. ${acceptedTypes(rules)}`);
  const known = Object.hasOwn(trueTypes, detected.ext) ? trueTypes[detected.ext] : undefined;
  const extension = known?.names.includes(claimed) ? claimed : known?.names[0];
  if (!known || !extension || !rules.extensions.includes(extension))
    throw new FileRefused("type", notAllowed(known?.names[0] ?? detected.ext, rules));
  return { extension, contentType: known.contentType };
}
