import type { documents } from "~/db/schema/documents";
import { singleton } from "~/singleton.server";

export type Document = typeof documents.$inferSelect;
/** Where a document is opened from, as in `visit`. */
export type From = { address: string; browser: string };
/**
 * The right to read a document; `opened` is called when it is used, for each part of a file that is read in parts. It
 * answers false while the reader has to confirm first that it is them.
 */
export type MayRead = { opened: (from: From, isBeginning: boolean) => Promise<boolean> };
/** It was the sender's to read and is no more; said as it stands. */
export type Gone = { gone: string };
/** Whether the sender of a request may read a document. It must answer false, not throw, for documents of others. */
export type Reader = (document: Document, request: Request) => Promise<boolean | MayRead | Gone>;

// A new reader takes the place of the one that was registered under its name.
const readers = singleton("document readers", () => new Map<string, Reader>());

/** Registers a reader under a name. One that allows it is enough; without any, nobody may read. */
export function registerReader(name: string, reader: Reader): void {
  readers.set(name, reader);
}

/** The result of the first reader that allows it, else false. */
export async function mayRead(document: Document, request: Request): Promise<boolean | MayRead | Gone> {
  let gone: Gone | false = false;
  for (const reader of readers.values()) {
    const answer = await reader(document, request);
    if (typeof answer === "object" && "gone" in answer) gone = answer;
    else if (answer) return answer;
  }
  return gone;
}
