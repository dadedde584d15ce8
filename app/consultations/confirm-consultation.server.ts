import { eq, sql } from "drizzle-orm";
import { reminderMarks } from "~/cases/appointments/reminders.server";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { keyedLocks, takeKeyedLock } from "~/db/advisory-locks.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import type { ConsultationRow } from "~/db/schema/consultations";
import { consultations } from "~/db/schema/consultations";
import { addBookedInquiry } from "~/inquiries/add-booked-inquiry.server";
import { readPrivateLink } from "~/mail/links/private-links.server";
import { announce } from "./announce.server";
import { consultationAhead } from "./book-consultation.server";
import { timeGone } from "./booking";
import { clockOf, occupy } from "./occupy.server";

export type ConfirmLink =
  /** `isTaken`: not once its hour is over or its admin was deactivated; its time has to be taken again then. */
  | { state: "open"; booking: ConsultationRow; isTaken: boolean }
  | { state: "booked"; booking: ConsultationRow }
  | { state: "ended" };

/** Checks a mailed link. Changes nothing, because mail scanners follow links. */
export async function readConfirmLink(token: string, from: Queryable = db): Promise<ConfirmLink> {
  const link = readPrivateLink("consultationConfirm", token);
  if (!link) return { state: "ended" };
  const [found] = await from
    .select({
      booking: consultations,
      isPast: sql<boolean>`${consultations.startsAt} <= clock_timestamp()`,
      isTaken: sql<boolean>`coalesce(${consultations.unconfirmedUntil} > clock_timestamp(), false)
        and exists (select from ${adminUsers} where ${adminUsers.id} = ${consultations.adminId} and ${adminUsers.isActive})`,
    })
    .from(consultations)
    .where(eq(consultations.id, link.id));
  if (!found || !link.verify(found.booking.linkSecret)) return { state: "ended" };
  const { booking, isPast, isTaken } = found;
  if (isPast || booking.state === "canceled") return { state: "ended" };
  return booking.state === "booked" ? { state: "booked", booking } : { state: "open", booking, isTaken };
}

export const linkEnded = "This link does not work any more. Book a new time, or call us.";

/** `closed`: the email has another consultation ahead, at `startsAt`. */
export type Confirmed = Done<{ booking: ConsultationRow }> | Refused<{ startsAt: Date } | undefined>;

/**
 * Confirms a booking: inserts its inquiry, which takes over what was typed, and enqueues the mails. Idempotent. With
 * `time` another time is taken first, for a booking whose own time is gone.
 */
export async function confirmConsultation(token: string, time: Date | null = null): Promise<Confirmed> {
  const link = await readConfirmLink(token);
  if (link.state === "ended") return refuse("not-found", linkEnded);
  if (link.state === "booked") return { ok: true, booking: link.booking };
  return inTransaction(async (tx): Promise<Confirmed> => {
    await takeKeyedLock(tx, keyedLocks.bookingsOfEmail, link.booking.email.toLowerCase());
    const current = await readConfirmLink(token, tx);
    if (current.state === "ended") return refuse("not-found", linkEnded);
    if (current.state === "booked") return { ok: true, booking: current.booking };
    const { booking, isTaken } = current;
    const ahead = await consultationAhead(tx, booking.email, booking.id);
    if (ahead) return refuse("closed", "", { startsAt: ahead.startsAt });
    const startsAt = time ?? booking.startsAt;
    const isSame = startsAt.getTime() === booking.startsAt.getTime();
    const taken =
      isSame && isTaken
        ? { adminId: booking.adminId, day: booking.day, time: booking.time, minutes: booking.minutes }
        : await occupy(tx, {
            ...{ consultationId: booking.id, startsAt, preferred: booking.adminId },
            // Its own time was within the lead time when it was booked.
            ofStaff: isSame,
            ...(isSame ? { keeps: booking } : {}),
          });
    if (!taken) return refuse("conflict", timeGone);
    return { ok: true, booking: await storeConfirmed(tx, booking, { ...taken, startsAt }) };
  });
}

const contactMethodOf = { phone: "Phone", whatsapp: "WhatsApp", office: "Email" } as const;

type Taken = { adminId: string | null; day: string; time: string; minutes: number; startsAt: Date };

async function storeConfirmed(tx: Transaction, booking: ConsultationRow, taken: Taken): Promise<ConsultationRow> {
  const inquiryId = await addBookedInquiry(tx, {
    ...{ fullName: booking.name, email: booking.email, phone: booking.phone },
    ...{ visaService: booking.topic, purpose: booking.about, ownerId: taken.adminId },
    preferredContactMethod: contactMethodOf[booking.way],
    promisedBy: new Date(taken.startsAt.getTime() + taken.minutes * 60_000),
  });
  const now = await clockOf(tx);
  const [row] = await tx
    .update(consultations)
    .set({
      ...taken,
      ...{ inquiryId, state: "booked", unconfirmedUntil: null, updatedAt: now },
      ...{ name: "", email: "", phone: "", topic: "", about: "" },
      ...reminderMarks(taken.startsAt, now),
      history: [{ what: "booked", at: now.toISOString(), by: null }],
    })
    .where(eq(consultations.id, booking.id))
    .returning();
  if (!row) throw new Error("The confirmed booking is gone");
  await announce(tx, row, { change: "booked" });
  return row;
}
