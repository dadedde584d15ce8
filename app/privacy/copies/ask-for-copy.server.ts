import { and, eq, ne } from "drizzle-orm";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import { consumeLimit } from "~/core/rate-limits/limits.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { dataCopies } from "~/db/schema/privacy/rights";
import { enqueue } from "~/jobs/queue.server";
import { copyJob } from "./make-copy.server";

const perDay = { max: 3, seconds: 24 * 3600 };

/**
 * Starts the copy of all the holder's data, in the background. While one is being made or available, that one counts
 * and no mail is sent again; the fourth within a day is refused.
 */
export function requestCopy(context: HolderContext, applicationId: string): Promise<Done | Refused> {
  return asHolder(context, applicationId, async ({ tx, record }): Promise<Done | Refused> => {
    const requested = await startCopy(tx, applicationId);
    if (requested.ok) await record({ actionType: "copy_asked_by_applicant" });
    return requested;
  });
}

/** The same for somebody who has proved to own the email; the caller must have locked the application. */
export async function startCopy(tx: Transaction, applicationId: string): Promise<Done | Refused> {
  const { allowed } = await consumeLimit(`copy of ${applicationId}`, perDay, tx);
  if (!allowed) return refuse("limited", "Please ask again tomorrow.");
  const [existing] = await tx
    .select({ id: dataCopies.id, until: dataCopies.offeredUntil })
    .from(dataCopies)
    .where(and(eq(dataCopies.applicationId, applicationId), ne(dataCopies.state, "gone")))
    .for("update");
  if (existing && !(existing.until && existing.until <= new Date())) return { ok: true };
  // Replace an expired copy; the sweep deletes its bytes.
  if (existing) await tx.update(dataCopies).set({ state: "gone", fileKey: null }).where(eq(dataCopies.id, existing.id));
  const [copy] = await tx.insert(dataCopies).values({ applicationId }).returning({ id: dataCopies.id });
  if (copy) await enqueue(tx, copyJob, { copyId: copy.id });
  return { ok: true };
}
