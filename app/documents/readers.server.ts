import type { documents } from "~/db/schema/documents";
import { survivesReload } from "~/survives-reload.server";

export type Document = typeof documents.$inferSelect;
/** Where a document is opened from: of `visit`. */
export type From = { address: string; browser: string };
/** That somebody may read a document, with what is done when they do. */
export type MayRead = { opened: (from: From) => Promise<void> };
/** Whether the sender of a request may read a document. It must answer false, not throw, for documents of others. */
export type Reader = (document: Document, request: Request) => Promise<boolean | MayRead>;

// A new reader takes the place of the one that was registered under its name.
const readers = survivesReload("document readers", () => new Map<string, Reader>());

/**
 * Registers who may read: `staff` by the accounts, `application` by the owner of applications, and so on. One that says
 * yes is enough; without any, nobody may.
 */
export function registerReader(name: string, reader: Reader): void {
  readers.set(name, reader);
}

/** Asks the readers one after the other; the answer of the first who says yes. */
export async function mayRead(document: Document, request: Request): Promise<boolean | MayRead> {
  for (const reader of readers.values()) {
    const answer = await reader(document, request);
    if (answer) return answer;
  }
  return false;
}
