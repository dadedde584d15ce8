import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { ownerMessages } from "~/accounts/owners/owned";
import type { StaffContext } from "~/accounts/staff.server";
import { reminderMarks } from "~/cases/appointments/reminders.server";
import { announce } from "~/consultations/announce.server";
import { timeGone } from "~/consultations/booking";
import { endOf, writeChange } from "~/consultations/change.server";
import { clockOf, occupy } from "~/consultations/occupy.server";
import { lineInput } from "~/core/input-schemas.server";
import { canonicalPhone } from "~/core/phones/phones";
import { nassauDay, nassauTime, nassauZone } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import type { ConsultationRow } from "~/db/schema/consultations";
import { consultations } from "~/db/schema/consultations";
import { visaInquiries } from "~/db/schema/inquiries";
import { consultationWays } from "~/db/schema/values";
import { numberMessage } from "../desk/words";
import { messages, recorded } from "./changeable.server";
import { findTaker, notFree } from "./give.server";
import { chosenTime } from "./move.server";

const verb = {
  input: z.object({
    inquiryId: z.uuid(),
    attempt: z.uuid().optional(),
    startsAt: chosenTime,
    way: z.enum(consultationWays, "Choose how you will talk."),
    /** Asked where the inquiry has none. */
    phone: lineInput(30, "The phone number").default(""),
    /** Empty for anyone who is free. */
    adminId: z.union([z.literal(""), z.uuid()]).default(""),
  }),
  once: "book consultation for a caller",
  failed: "a consultation could not be booked for a caller",
  messages: {
    ...messages,
    invalid: ({ issues: [issue] }: z.ZodError) => refuse("invalid", issue?.message ?? "Choose a time."),
  },
};

/**
 * Books a consultation for somebody who called, confirmed at once, also at short notice. An inquiry has one row:
 * after a cancellation or an outcome it is booked again, and its history says so.
 */
export function bookForCaller(context: StaffContext, rawInput: unknown) {
  return asStaff(context, verb, rawInput, async (work, { inquiryId, startsAt, way, phone, adminId }) => {
    const { tx, staff, record } = work;
    const [inquiry] = await tx.select().from(visaInquiries).where(eq(visaInquiries.id, inquiryId)).for("update");
    if (!inquiry) return refuse("not-found", "This inquiry no longer exists.");
    const number = inquiry.phone || canonicalPhone(phone);
    if (way !== "office" && number === "") return refuse("invalid", numberMessage);
    const [former] = await tx.select().from(consultations).where(eq(consultations.inquiryId, inquiryId)).for("update");
    if (former?.state === "booked" && former.outcome === null)
      return refuse("conflict", `This inquiry already has a consultation on ${nassauTime(former.startsAt)}.`);
    const chosen = adminId === "" ? undefined : await findTaker(tx, adminId);
    if (adminId !== "" && !chosen?.isActive) return refuse("invalid", ownerMessages.inactive);
    const before = former ?? (await insertEmpty(tx, { inquiryId, startsAt, way }));
    const taken = await occupy(tx, {
      ...{ consultationId: before.id, startsAt, ofStaff: true },
      ...(chosen ? { adminId: chosen.id } : { preferred: staff.adminId }),
    });
    if (!taken) return refuse("conflict", chosen ? notFree(chosen.name) : timeGone);
    const set = {
      ...{ ...taken, startsAt, way, state: "booked" as const, unconfirmedUntil: null },
      ...{ outcome: null, outcomeAt: null, outcomeBy: null },
      ...(former ? { sequence: former.sequence + 1 } : {}),
      ...reminderMarks(startsAt, await clockOf(tx)),
    };
    const row = await writeChange(tx, before, set, { what: "booked", by: staff.email });
    await tx
      .update(visaInquiries)
      .set({ promisedBy: endOf(row), ownerId: inquiry.ownerId ?? row.adminId, phone: number })
      .where(eq(visaInquiries.id, inquiryId));
    await record(recorded("booked", row, { by: way }));
    await announce(tx, row, { change: "booked" });
    return { ok: true, id: row.id };
  });
}

async function insertEmpty(
  tx: Transaction,
  { inquiryId, startsAt, way }: Pick<ConsultationRow, "startsAt" | "way"> & { inquiryId: string },
): Promise<ConsultationRow> {
  const [row] = await tx
    .insert(consultations)
    .values({ inquiryId, day: nassauDay(startsAt), time: "", startsAt, minutes: 5, way, zone: nassauZone })
    .returning();
  if (!row) throw new Error("No consultation was stored");
  return row;
}
