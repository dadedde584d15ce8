import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { newsletterSubscribers } from "~/db/schema/content";
import { legalHolds } from "~/db/schema/privacy/retention";
import { removeStored } from "~/documents/storage.server";
import { eraseApplicationRows, eraseInquiryRows } from "./erase-rows.server";
import type { Erasure } from "./erasure-list.server";

/** Erases whoever a restored backup still holds, before anything is served (V-ERASE-7). Nobody is told once more. */
export async function eraseAgain(list: readonly Erasure[]): Promise<void> {
  for (const { id, kind } of list) {
    const left = await db.transaction(async (tx) => {
      // One that stood then was removed before the erasure.
      if (kind === "application") await tx.delete(legalHolds).where(eq(legalHolds.applicationId, id));
      if (kind === "application") return eraseApplicationRows(tx, id, { fully: true });
      if (kind === "inquiry") return eraseInquiryRows(tx, id);
      await tx.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
      return undefined;
    });
    for (const key of left?.storageKeys ?? []) await removeStored(key);
  }
}
