import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { type CountedReads, noticeManyReads } from "~/accounts/activity/many-reads.server";
import type { Staff } from "~/accounts/staff.server";
import type { Transaction } from "~/db/client.server";
import { adminActivityLog } from "~/db/schema/accounts";

const reveals: CountedReads = {
  what: "answers",
  actions: ["sensitive_answers_revealed", "case_downloaded_as_pdf", "case_downloaded_as_zip"],
  usual: 30,
};

/** Cases an hour in which one admin may reveal answers; further reveals need reauthentication. */
const casesAnHour = 10;

/** Whether an admin has revealed answers of ten cases within the last hour. */
export async function hasRevealedManyCases(tx: Transaction, staff: Staff): Promise<boolean> {
  const hour = gt(adminActivityLog.createdAt, sql`now() - interval '1 hour'`);
  const cases = await tx
    .selectDistinct({ id: adminActivityLog.subjectId })
    .from(adminActivityLog)
    .where(
      and(inArray(adminActivityLog.actionType, reveals.actions), eq(adminActivityLog.adminId, staff.adminId), hour),
    )
    .limit(casesAnHour);
  return cases.length >= casesAnHour;
}

/** Call in the transaction of a recorded reveal. */
export const noticeManyReveals = (tx: Transaction, staff: Staff): Promise<void> => noticeManyReads(tx, staff, reveals);
