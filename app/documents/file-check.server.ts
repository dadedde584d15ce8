import { defaultRules, type FileRefusal, type FileRules } from "./file-rules";
import { judgeFile } from "./judge-file";

/** `problem` and `advice` are for features with their own texts, such as the inquiry form. */
export class FileRefused extends Error {
  readonly problem: FileRefusal["problem"];
  readonly advice: string;
  constructor(problem: FileRefusal["problem"], message: string, advice = "") {
    super(message);
    this.problem = problem;
    this.advice = advice;
  }
}

/** Returns the file's true type. Throws a FileRefused with the specification's messages (application-flow.md §5). */
export async function checkFile(
  fileName: string,
  bytes: Blob,
  rules: FileRules = defaultRules,
): Promise<{ extension: string; contentType: string }> {
  const verdict = await judgeFile(fileName, bytes, rules);
  if ("problem" in verdict) throw new FileRefused(verdict.problem, verdict.message, verdict.advice);
  const { extension, kind } = verdict;
  if (!kind.contentType) throw new TypeError(`No form takes ${kind.name}`);
  return { extension, contentType: kind.contentType };
}
