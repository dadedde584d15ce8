import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { endOf, writeChange, writePromise } from "~/consultations/change.server";
import { clockOf } from "~/consultations/occupy.server";
import { textInput } from "~/core/input-schemas.server";
import { refuse } from "~/core/verbs/refused";
import { adminUsers } from "~/db/schema/accounts";
import type { ConsultationRow } from "~/db/schema/consultations";
import { inquiryReplies, visaInquiries } from "~/db/schema/inquiries";
import { consultationOutcomes } from "~/db/schema/values";
import { markAnswered, setContacted } from "~/inquiries/desk/replies/lock-inquiry.server";
import { longestReply, recordLengthMessage } from "~/inquiries/desk/replies/reply-words";
import { changeable, messages, recorded, which } from "./changeable.server";

const verb = {
  input: z.object({
    ...which,
    outcome: z.enum(consultationOutcomes),
    /** What was discussed, for the inquiry's conversation. */
    said: textInput(longestReply, "What was discussed").default(""),
    contacted: z.literal("yes").optional().catch(undefined),
  }),
  once: "consultation outcome",
  shown: ["seen"],
  failed: "the outcome of a consultation could not be recorded",
  messages: {
    ...messages,
    invalid: ({ issues }: z.ZodError) =>
      refuse("invalid", issues.find(({ code }) => code === "custom")?.message ?? recordLengthMessage),
  },
};

/**
 * Records from the start on whether a consultation took place. If it did, that is the answer to its inquiry. Nobody is
 * mailed.
 */
export function setConsultationOutcome(context: StaffContext, rawInput: unknown) {
  return asStaff(context, verb, rawInput, async (work, { outcome, said, contacted, ...input }) => {
    const { tx, staff, record } = work;
    const found = await changeable(work, input);
    if (!("row" in found)) return found;
    const { row: before } = found;
    const now = await clockOf(tx);
    if (before.startsAt > now) return refuse("closed", "This consultation hasn’t started yet.");
    if (before.outcome === outcome) return { ok: true };
    if (before.outcome !== null) await undoOutcome(work, before);
    const answer = outcome === "took_place" ? await addAnswer(work, before, said) : {};
    const status = outcome === "took_place" && contacted ? await contact(work, before) : {};
    const set = { outcome, outcomeAt: now, outcomeBy: staff.email };
    const row = await writeChange(tx, before, set, { what: outcome, by: staff.email, ...answer, ...status });
    // A visitor who did not come is owed no answer.
    if (outcome === "no_show" && row.inquiryId) await writePromise(tx, row.inquiryId, null);
    await record(recorded(outcome, row));
    return { ok: true };
  });
}

const ways = { phone: "Phone", whatsapp: "WhatsApp", office: "In person" } as const;

/** Adds the answer to the conversation, by who took the consultation. */
async function addAnswer(
  { tx, staff }: StaffWork,
  { inquiryId, adminId, startsAt, way }: ConsultationRow,
  said: string,
) {
  if (!inquiryId) return {};
  const [taker] = adminId ? await tx.select().from(adminUsers).where(eq(adminUsers.id, adminId)) : [];
  const reply = crypto.randomUUID();
  await tx.insert(inquiryReplies).values({
    ...{ id: reply, inquiryId, kind: "answer" as const, body: said || "The consultation took place." },
    ...{ way: ways[way], saidAt: startsAt, adminEmail: taker?.email ?? staff.email, recordedBy: staff.email },
  });
  await markAnswered(tx, inquiryId);
  return { reply };
}

async function contact(work: StaffWork, { inquiryId }: ConsultationRow) {
  const inquiry = inquiryId ? await inquiryOf(work, inquiryId) : undefined;
  return inquiry && (await setContacted(work, inquiry)) ? { status: inquiry.status } : {};
}

async function inquiryOf({ tx }: StaffWork, inquiryId: string) {
  const [inquiry] = await tx.select().from(visaInquiries).where(eq(visaInquiries.id, inquiryId));
  return inquiry;
}

const undoVerb = {
  input: z.object(which),
  once: "remove consultation outcome",
  shown: ["seen"],
  failed: "the outcome of a consultation could not be removed",
  messages,
};

/** Takes an outcome back: its answer leaves the conversation, and the inquiry has its former status and promise. */
export function removeConsultationOutcome(context: StaffContext, rawInput: unknown) {
  return asStaff(context, undoVerb, rawInput, async (work, input) => {
    const { tx, staff, record } = work;
    const found = await changeable(work, input);
    if (!("row" in found)) return found;
    const { row: before } = found;
    if (before.outcome === null) return { ok: true };
    await undoOutcome(work, before);
    const set = { outcome: null, outcomeAt: null, outcomeBy: null };
    const row = await writeChange(tx, before, set, { what: "outcome_removed", by: staff.email });
    await record(recorded("outcome_removed", row, { outcome: before.outcome }));
    return { ok: true };
  });
}

async function undoOutcome(work: StaffWork, before: ConsultationRow): Promise<void> {
  const { tx } = work;
  const { inquiryId } = before;
  if (!inquiryId) return;
  const { reply, status } = before.history.findLast(({ what }) => what === before.outcome) ?? {};
  if (reply) {
    await tx.update(inquiryReplies).set({ undoneAt: new Date() }).where(eq(inquiryReplies.id, reply));
    await markAnswered(tx, inquiryId);
  }
  const inquiry = await inquiryOf(work, inquiryId);
  // Somebody may have set another status since.
  if (status && inquiry?.status === "contacted") {
    await tx.update(visaInquiries).set({ status, updatedAt: new Date() }).where(eq(visaInquiries.id, inquiryId));
    await work.record({
      actionType: "inquiry_status_updated",
      subjectType: "inquiry",
      subjectId: inquiryId,
      details: { from: "contacted", to: status, together: 1 },
    });
  }
  await writePromise(tx, inquiryId, endOf(before));
}
