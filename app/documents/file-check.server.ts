import { defaultRules, type FileProblem, type FileRules } from "./file-rules";
import { judgeFile } from "./judge-file";

/** Why a file is refused; `problem` and `advice` are for features with words of their own, such as the inquiry form. */
export class FileRefused extends Error {
  readonly problem: FileProblem["problem"] | "virus";
  readonly advice: string;
  constructor(problem: FileRefused["problem"], message: string, advice = "") {
    super(message);
    this.problem = problem;
    this.advice = advice;
  }
}

/**
 * Checks content and size, and returns the file's true type (F-FILE-1). Throws a FileRefused with the words of the
 * specification (application-flow.md §5, W-UPLOAD-2 to W-UPLOAD-5).
 */
export async function checkFile(
  fileName: string,
  bytes: Blob,
  rules: FileRules = defaultRules,
): Promise<{ extension: string; contentType: string }> {
  const judged = await judgeFile(fileName, bytes, rules);
  if ("problem" in judged) throw new FileRefused(judged.problem, judged.message, judged.advice);
  const { extension, kind } = judged;
  if (!kind.contentType) throw new TypeError(`No form takes ${kind.name}`);
  return { extension, contentType: kind.contentType };
}
