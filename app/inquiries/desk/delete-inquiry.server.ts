import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { isInquiryUnderHold } from "~/core/legal-holds.server";
import { nassauTime } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { consultations } from "~/db/schema/consultations";
import { visaInquiries } from "~/db/schema/inquiries";
import { referenceOf } from "~/inquiries/reference";
import { removeInquiry } from "~/inquiries/remove-inquiry.server";

const input = z.object({ inquiryId: z.uuid() });

/**
 * Deletes an inquiry and its files, except for inquiries of a case under legal hold and those with a consultation
 * ahead, whose visitor would wait for us. A missing id counts as deleted.
 */
export function deleteInquiry(context: StaffContext, rawInput: unknown) {
  const verb = { input, failed: "an inquiry could not be deleted" };
  return asStaff(context, verb, rawInput, async ({ tx, record }, { inquiryId }) => {
    const [row] = await tx
      .select({ status: visaInquiries.status, isSample: visaInquiries.isSample })
      .from(visaInquiries)
      .where(eq(visaInquiries.id, inquiryId))
      .for("update");
    if (!row) return { ok: true };
    const { rows } = await tx.execute(sql`select 1 where ${isInquiryUnderHold(sql`${inquiryId}::uuid`)}`);
    if (rows.length > 0)
      return refuse("conflict", "The case made from this inquiry has a legal hold, so the inquiry can’t be deleted.");
    const ahead = row.isSample ? undefined : await consultationAhead(tx, inquiryId);
    if (ahead)
      return refuse(
        "conflict",
        `This inquiry has a consultation on ${nassauTime(ahead)}. Cancel it first, so that the visitor is told.`,
      );
    const files = await removeInquiry(tx, inquiryId);
    await record({
      actionType: "inquiry_deleted",
      subjectType: "inquiry",
      subjectId: inquiryId,
      details: { reference: referenceOf(inquiryId), status: row.status, files },
    });
    return { ok: true };
  });
}

/** The start of the inquiry's consultation that is not over. */
async function consultationAhead(tx: Transaction, inquiryId: string): Promise<Date | undefined> {
  const [row] = await tx
    .select({ startsAt: consultations.startsAt })
    .from(consultations)
    .where(
      and(
        eq(consultations.inquiryId, inquiryId),
        eq(consultations.state, "booked"),
        sql`${consultations.startsAt} + make_interval(mins => ${consultations.minutes}) > clock_timestamp()`,
      ),
    );
  return row?.startsAt;
}
