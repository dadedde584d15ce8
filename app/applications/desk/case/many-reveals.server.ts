import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { superAdminEmails } from "~/accounts/admins/super-admins.server";
import type { Staff } from "~/accounts/staff.server";
import type { Transaction } from "~/db/client.server";
import { adminActivityLog } from "~/db/schema/accounts";
import { takeFromLimit } from "~/ground/limits/limits.server";
import { enqueueMail } from "~/mail/outbox.server";

const minutes = 10;
const usual = 30;
const reveals = ["sensitive_answers_revealed", "case_downloaded_as_pdf", "case_downloaded_as_zip"];

/** Cases of which one person may reveal answers within an hour before each further reveal asks who they are. */
const casesAnHour = 10;

/** Whether somebody has revealed answers of ten cases within the last hour (V-FRESH-4). */
export async function hasRevealedManyCases(tx: Transaction, staff: Staff): Promise<boolean> {
  const hour = gt(adminActivityLog.createdAt, sql`now() - interval '1 hour'`);
  const cases = await tx
    .selectDistinct({ id: adminActivityLog.subjectId })
    .from(adminActivityLog)
    .where(and(inArray(adminActivityLog.actionType, reveals), eq(adminActivityLog.adminId, staff.adminId), hour))
    .limit(casesAnHour);
  return cases.length >= casesAnHour;
}

/** In a reveal's transaction, before it is recorded: one person's reveals run one at a time, so the count is exact. */
export function waitForOwnReveals(tx: Transaction, { adminId }: Staff) {
  return tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${adminId}, 4275007))`);
}

/**
 * Mails all active super admins when somebody has revealed more than 30 times within 10 minutes (V-ATK-28), and not
 * again while that goes on. Runs in the transaction of a reveal that is recorded.
 */
export async function noticeManyReveals(tx: Transaction, staff: Staff): Promise<void> {
  const count = await tx.$count(
    adminActivityLog,
    and(
      inArray(adminActivityLog.actionType, reveals),
      eq(adminActivityLog.adminId, staff.adminId),
      gt(adminActivityLog.createdAt, sql`now() - make_interval(mins => ${minutes})`),
    ),
  );
  if (count <= usual) return;
  const once = { max: 1, seconds: minutes * 60, sliding: true };
  if (!(await takeFromLimit(`many reveals by ${staff.adminId}`, once, tx)).allowed) return;
  const data = { staffEmail: staff.email, count, minutes, at: new Date().toISOString() };
  for (const to of await superAdminEmails(tx)) await enqueueMail(tx, { kind: "many_reveals", to, toName: "", data });
}
