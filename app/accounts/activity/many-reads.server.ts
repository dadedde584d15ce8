import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { superAdminEmails } from "~/accounts/admins/super-admins.server";
import type { Staff } from "~/accounts/staff.server";
import { consumeLimit } from "~/core/rate-limits/limits.server";
import { keyedLocks, takeKeyedLock } from "~/db/advisory-locks.server";
import type { Transaction } from "~/db/client.server";
import { adminActivityLog } from "~/db/schema/accounts";
import { enqueueMail } from "~/mail/outbox.server";

/** Reads that are counted together, and how many within `minutes` are usual. */
export type CountedReads = { what: "answers" | "files"; actions: string[]; usual: number };
const minutes = 10;

/** Serializes one admin's reads, so that the count is exact. Call it before the read is logged. */
export function waitForOwnReads(tx: Transaction, { adminId }: Staff) {
  return takeKeyedLock(tx, keyedLocks.readsOfAdmin, adminId);
}

/** Counts one admin's reads within the last ten minutes. */
export const countReads = (tx: Transaction, { adminId }: Staff, { actions }: CountedReads): Promise<number> =>
  tx.$count(
    adminActivityLog,
    and(
      inArray(adminActivityLog.actionType, actions),
      eq(adminActivityLog.adminId, adminId),
      gt(adminActivityLog.createdAt, sql`now() - make_interval(mins => ${minutes})`),
    ),
  );

/** Mails all active super admins once (V-ATK-28). Call it in the transaction of a logged read. */
export async function noticeManyReads(tx: Transaction, staff: Staff, reads: CountedReads): Promise<void> {
  const count = await countReads(tx, staff, reads);
  if (count <= reads.usual) return;
  const once = { max: 1, seconds: minutes * 60, sliding: true };
  if (
    !(await consumeLimit(`many ${reads.what === "answers" ? "reveals" : "files"} by ${staff.adminId}`, once, tx))
      .allowed
  )
    return;
  const who = { staffEmail: staff.email, ...(staff.name ? { staffName: staff.name } : {}) };
  const data = { ...who, count, minutes, at: new Date().toISOString(), what: reads.what };
  for (const to of await superAdminEmails(tx)) await enqueueMail(tx, { kind: "many_reveals", to, toName: "", data });
}
