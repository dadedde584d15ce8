import type { documents } from "~/db/schema/documents";
import { singleton } from "~/singleton.server";

export type Document = typeof documents.$inferSelect;
export type From = { address: string; browser: string };
/** `opened` is called for each range that is read; it returns false if the reader must reauthenticate first. */
export type MayRead = { opened: (from: From, isBeginning: boolean) => Promise<boolean> };
/** The sender could read it once and no longer can; the text is shown as it is. */
export type GoneDocument = { gone: string };
/** Whether a request's sender may read a document. Must return false, not throw, for other people's documents. */
export type Reader = (document: Document, request: Request) => Promise<boolean | MayRead | GoneDocument>;

// A new reader replaces the one with the same name.
const readers = singleton("document readers", () => new Map<string, Reader>());

/** Registers a reader. One that allows access is enough; without any, nobody may read. */
export function registerReader(name: string, reader: Reader): void {
  readers.set(name, reader);
}

/** The result of the first reader that allows it, else false. */
export async function mayRead(document: Document, request: Request): Promise<boolean | MayRead | GoneDocument> {
  let missing: GoneDocument | false = false;
  for (const reader of readers.values()) {
    const answer = await reader(document, request);
    if (typeof answer === "object" && "gone" in answer) missing = answer;
    else if (answer) return answer;
  }
  return missing;
}
