import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { nameAll } from "~/accounts/admins/names.server";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { textInput } from "~/core/input-schemas.server";
import { activeHold, ofRecord } from "~/core/legal-holds.server";
import { invalidCharactersMessage } from "~/core/text-input";
import { refuse } from "~/core/verbs/refused";
import { lockCase } from "~/db/advisory-locks.server";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import { legalHolds } from "~/db/schema/privacy/retention";
import { restrictedCases } from "~/db/schema/privacy/rights";
import { maxReasonLength } from "./reason-length";

const input = z.object({
  applicationId: z.uuid(),
  reason: textInput(maxReasonLength, "The reason").pipe(z.string().min(1)),
});

const verb = {
  input,
  role: "super_admin",
  fresh: true,
  messages: {
    forbidden: "Only a super admin can place or remove a legal hold.",
    invalid: ({ issues }: z.ZodError) =>
      refuse(
        "invalid",
        issues.some(({ code }) => code === "custom")
          ? invalidCharactersMessage("The reason")
          : `Enter a reason of at most ${maxReasonLength} characters.`,
      ),
  },
} as const;

/** Submitted, and not by a sample person. */
const isCase = and(isNotNull(visaApplications.submittedAt), eq(visaApplications.isSample, false));

/** Locks the case, restricted or not, and its inquiry, so that neither is deleted in the meantime. */
async function lockWhole(tx: Transaction, id: string) {
  await lockCase(tx, id);
  // Lock the inquiry before the case, in the order of every removal of an inquiry.
  const inquiryId = tx
    .select({ id: visaApplications.inquiryId })
    .from(visaApplications)
    .where(eq(visaApplications.id, id));
  await tx
    .select({ id: visaInquiries.id })
    .from(visaInquiries)
    .where(inArray(visaInquiries.id, inquiryId))
    .for("key share");
  const [row] = await tx
    .select({ number: visaApplications.applicationNumber })
    .from(visaApplications)
    .where(and(eq(visaApplications.id, id), isCase))
    .for("update");
  if (row) return { ...row, of: { applicationId: id } };
  const [restricted] = await tx
    .select({ number: restrictedCases.applicationNumber })
    .from(restrictedCases)
    .where(eq(restrictedCases.id, id))
    .for("update");
  return restricted && { ...restricted, of: { restrictedId: id } };
}
const noCase = () => refuse("not-found", "This case doesn’t exist or was never submitted.");

/** Places a legal hold: neither retention nor an erasure deletes anything of the case. */
export function placeHold(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx, staff, record }, { applicationId, reason }) => {
    const found = await lockWhole(tx, applicationId);
    if (!found) return noCase();
    if (await activeHold(tx, applicationId))
      return refuse("conflict", "This case already has a legal hold, shown below.");
    await tx.insert(legalHolds).values({ ...found.of, reason, placedBy: staff.email });
    await record({
      actionType: "legal_hold_placed",
      subjectType: "application",
      subjectId: applicationId,
      subjectName: found.number,
      changes: [{ field: "Reason", from: "", to: reason }],
      details: { number: found.number },
    });
    return { ok: true };
  });
}

/** Removes a legal hold; the nightly retention deletes what has expired. */
export function removeHold(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx, staff, record }, { applicationId, reason }) => {
    const found = await lockWhole(tx, applicationId);
    if (!found) return noCase();
    const hold = await activeHold(tx, applicationId);
    if (!hold) return refuse("conflict", "This case no longer has a legal hold.");
    await tx
      .update(legalHolds)
      .set({ removedAt: new Date(), removedBy: staff.email, removalReason: reason })
      .where(eq(legalHolds.id, hold.id));
    await record({
      actionType: "legal_hold_removed",
      subjectType: "application",
      subjectId: applicationId,
      subjectName: found.number,
      changes: [{ field: "Reason", from: "", to: reason }],
      details: { number: found.number },
    });
    return { ok: true };
  });
}

export type Hold = Awaited<ReturnType<typeof holdsOf>>[number];

/** All holds of a case, newest first, with the names of who placed and removed them. */
export async function holdsOf(applicationId: string) {
  const holds = await db.select().from(legalHolds).where(ofRecord(applicationId)).orderBy(desc(legalHolds.placedAt));
  const named = await nameAll(
    db,
    holds.flatMap(({ placedBy, removedBy }) => [placedBy, removedBy]),
  );
  return holds.map(({ placedBy, removedBy, applicationId: _, restrictedId: __, ...hold }) => ({
    ...hold,
    placer: named(placedBy) ?? placedBy,
    placerEmail: placedBy,
    remover: named(removedBy),
    removerEmail: removedBy,
  }));
}

/** A submitted case, restricted or not, with its holds; undefined if there is none. */
export async function findCaseWithHolds(applicationId: string) {
  if (!z.uuid().safeParse(applicationId).success) return undefined;
  const [row] = await db
    .select({ number: visaApplications.applicationNumber })
    .from(visaApplications)
    .where(and(eq(visaApplications.id, applicationId), isCase));
  if (row) return { number: row.number, isRestricted: false, holds: await holdsOf(applicationId) };
  const [restricted] = await db
    .select({ number: restrictedCases.applicationNumber })
    .from(restrictedCases)
    .where(eq(restrictedCases.id, applicationId));
  return restricted && { number: restricted.number, isRestricted: true, holds: await holdsOf(applicationId) };
}
