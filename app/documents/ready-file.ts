import { fileSize } from "~/ui/forms/file-input";
import type { FileProblem, FileRules } from "./file-rules";
import { kinds } from "./kinds/kinds";

/** A file that can be sent, with a word about what was done to it, or what is wrong with it. */
export type ReadyFile = { file: File; note?: string } | FileProblem;

/** Checks a chosen file in the browser, and makes a picture smaller that is too large to be sent (F-APPL-14). */
export async function readyFile(file: File, rules: FileRules): Promise<ReadyFile> {
  try {
    // Loaded once somebody chooses a file.
    const { judgeFile } = await import("./judge-file");
    const judged = await judgeFile(file.name, file, rules);
    if (!("problem" in judged)) return { file };
    if (judged.problem !== "too large") return judged;
    return (await smaller(file, rules)) ?? judged;
  } catch {
    // The browser lost the file, such as one that was moved: sending it fails too, and can be tried again. Or the code
    // can't be loaded: then the server judges it.
    return { file };
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
