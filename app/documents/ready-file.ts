import { fileSize } from "~/ui/forms/file-input";
import type { FileProblem, FileRules } from "./file-rules";
import { kinds } from "./kinds/kinds";

/** A file ready to send, with a note about changes, or its problem. */
export type ReadyFile = { file: File; note?: string } | FileProblem;

/**
 * Checks a chosen file in the browser, converts a picture that we can't open, and scales down one that is too large.
 */
export async function readyFile(file: File, rules: FileRules): Promise<ReadyFile> {
  try {
    // Loaded once somebody chooses a file.
    const { judgeFile } = await import("./judge-file");
    const verdict = await judgeFile(file.name, file, rules);
    if (!("problem" in verdict)) return { file };
    if (verdict.problem === "heic" || verdict.problem === "avif")
      return (await convertedToJpeg(file, rules)) ?? verdict;
    if (verdict.problem !== "too large") return verdict;
    return (await smaller(file, rules)) ?? verdict;
  } catch {
    // The browser lost the file (sending fails too), or the code can't be loaded (the server checks it).
    return { file };
  }
}

async function convertedToJpeg(file: File, rules: FileRules): Promise<ReadyFile | undefined> {
  try {
    const { converted } = await import("./made-smaller");
    const made = await converted(file, rules);
    return made && { file: made, note: "Converted to JPEG on your device. The original stays there." };
  } catch {
    return undefined;
  }
}

async function smaller(file: File, rules: FileRules): Promise<ReadyFile | undefined> {
  try {
    const { kindOf } = await import("./kinds/kind-of");
    const kind = await kindOf(file);
    if (!kind || kinds[kind].use !== "picture") return undefined;
    const { madeSmaller } = await import("./made-smaller");
    const made = await madeSmaller(file, rules);
    if (!made) return undefined;
    return { file: made, note: `Made smaller on this device: ${fileSize(file.size)} became ${fileSize(made.size)}.` };
  } catch {
    return undefined;
  }
}
