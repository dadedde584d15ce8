import { eq } from "drizzle-orm";
import { recordActivity } from "~/core/activity.server";
import { changed } from "~/core/activity-log/changes";
import { locks, takeLock } from "~/db/advisory-locks.server";
import type { Transaction } from "~/db/client.server";
import { redirects } from "~/db/schema/site/redirects";

/**
 * Redirects the former path of a page to its new one permanently, and records it. Removes a redirect from the new path,
 * which would make a loop.
 */
export async function addPermanentRedirect(tx: Transaction, from: string, to: string): Promise<void> {
  // Serializes changes, so that no two together make a loop.
  await takeLock(tx, locks.redirects);
  const removed = await tx.delete(redirects).where(eq(redirects.fromPath, to)).returning();
  for (const { id, fromPath, toAddress } of removed)
    await recordActivity(tx, null, {
      ...{ actionType: "redirect_removed", subjectType: "redirect", subjectId: id, subjectName: fromPath },
      changes: changed("Leads to", toAddress, null),
    });
  const [made] = await tx
    .insert(redirects)
    .values({ fromPath: from, toAddress: to })
    .onConflictDoUpdate({ target: redirects.fromPath, set: { toAddress: to } })
    .returning({ id: redirects.id });
  if (!made) throw new Error("The redirect was not stored");
  await recordActivity(tx, null, {
    ...{ actionType: "redirect_added", subjectType: "redirect", subjectId: made.id },
    changes: changed("Leads to", null, to),
  });
}
