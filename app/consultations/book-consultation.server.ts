import { and, eq, gt, ne, sql } from "drizzle-orm";
import { suggestEmail } from "~/applications/access/change/suggest-email";
import { idempotencySeconds } from "~/core/idempotency-hash.server";
import { consumeIpAndIdentityLimits, type LimitResult } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { nassauDay, nassauZone } from "~/core/time";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { wallTimeAt } from "~/core/zones/wall-time";
import { keyedLocks, takeKeyedLock } from "~/db/advisory-locks.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { consultations } from "~/db/schema/consultations";
import { visaInquiries } from "~/db/schema/inquiries";
import { currentServiceOptions } from "~/inquiries/form/send-inquiry.server";
import { log } from "~/log.server";
import { enqueueMail } from "~/mail/outbox.server";
import { type BookingProblem, type BookingValues, timeGone } from "./booking";
import { type Booking, checkBooking } from "./check-booking.server";
import { clockOf, lockTakers, occupy } from "./occupy.server";

/** How long an unconfirmed booking keeps its time. */
const confirmMinutes = 60;

export type Booked = { email: string; startsAt: string; until: string; way: Booking["way"]; zone: string };

/** `conflict`: the time is gone, or `meant` suggests another email. */
export type BookingResult =
  | Done<Booked>
  | Refused<{ problems: BookingProblem[] } | { typed: string; meant: string } | undefined>;

const hour = 3600;
const limits = { address: { max: 20, seconds: hour }, identity: { max: 5, seconds: hour } };
const tooManyBookings = (limit: LimitResult) => tooMany("bookings were sent", limit, "call us");

type BookingInput = {
  values: BookingValues;
  /** The idempotency hash of the form with its content. */
  attempt: string;
  /** Whether the honeypot was filled in. */
  mechanical: boolean;
  /** The email that was confirmed though it looks misspelt. */
  confirmedEmail: string;
};

/**
 * Books a time until its email is confirmed: takes the time for an hour and mails a link. Somebody who has a
 * consultation ahead gets the same result and a mail that says so, so that the result tells nobody which emails have
 * one.
 */
export async function bookConsultation(
  { address }: { address: string },
  { values, attempt, mechanical, confirmedEmail }: BookingInput,
): Promise<BookingResult> {
  const before = await bookedBefore(db, attempt);
  if (before) return before;
  const checked = checkBooking(values, await currentServiceOptions());
  if ("problems" in checked) return refuse("invalid", "", checked);
  const { booking } = checked;
  if (mechanical) {
    log.info("a booking looked mechanical and was asked to be sent again");
    return refuse("invalid", "We couldn’t tell whether a person sent this. Please check it and send it again.");
  }
  const meant = suggestEmail(booking.email);
  if (meant && confirmedEmail.toLowerCase() !== booking.email.toLowerCase())
    return refuse("conflict", "", { typed: booking.email, meant });
  const { startsAt } = booking;
  if (!startsAt) return refuse("conflict", timeGone);
  return afterOtherBookings(() =>
    inTransaction((tx) => storeBooking(tx, { ...booking, startsAt }, { attempt, address })),
  );
}

let lastBooking: Promise<unknown> = Promise.resolve();

/**
 * Runs the bookings of this instance one after another. Waiting for `lockTakers` with a connection each, fifty at once
 * would leave none for other requests, and some would give up.
 */
function afterOtherBookings<Result>(run: () => Promise<Result>): Promise<Result> {
  const result = lastBooking.then(run);
  lastBooking = result.catch(() => undefined);
  return result;
}

type FullBooking = Booking & { startsAt: Date };

async function storeBooking(
  tx: Transaction,
  booking: FullBooking,
  { attempt, address }: { attempt: string; address: string },
): Promise<BookingResult> {
  const identity = booking.email.toLowerCase();
  await takeKeyedLock(tx, keyedLocks.bookingsOfEmail, identity);
  const before = await bookedBefore(tx, attempt);
  if (before) return before;
  // In the transaction: neither a repeat nor a refused time counts.
  const limit = await consumeIpAndIdentityLimits("consultation", { address, identity, of: "email" }, limits, tx);
  if (!limit.allowed) return refuse("limited", tooManyBookings(limit));
  // Before the deletion, which locks rows that `occupy` of another booking deletes too.
  await lockTakers(tx);
  const ahead = await consultationAhead(tx, booking.email);
  await tx
    .delete(consultations)
    .where(
      and(eq(consultations.state, "unconfirmed"), eq(sql`lower(${consultations.email})`, booking.email.toLowerCase())),
    );
  await tx.update(consultations).set({ attemptKey: null }).where(eq(consultations.attemptKey, attempt));
  const [row] = await tx
    .insert(consultations)
    .values({
      ...booking,
      ...wallTimeAt(booking.startsAt, nassauZone),
      day: nassauDay(booking.startsAt),
      minutes: 30,
      attemptKey: attempt,
    })
    .returning({ id: consultations.id });
  if (!row) throw new Error("The booking was not inserted");
  const taken = await occupy(tx, { consultationId: row.id, startsAt: booking.startsAt });
  if (!taken) return refuse("conflict", timeGone);
  const unconfirmedUntil = new Date((await clockOf(tx)).getTime() + confirmMinutes * 60_000);
  const { email: to, startsAt, way, zone } = booking;
  await tx
    .update(consultations)
    .set({ ...taken, unconfirmedUntil })
    .where(eq(consultations.id, row.id));
  // It takes its time for the hour, so that the list of free times tells nothing either. Nobody gets its link.
  if (ahead)
    await enqueueMail(tx, {
      kind: "consultation_exists",
      ...{ to, toName: "", contactInquiryId: ahead.inquiryId },
      data: { consultation: ahead.id, startsAt: ahead.startsAt.toISOString(), zone },
    });
  else
    await enqueueMail(tx, {
      kind: "consultation_confirm",
      ...{ to, toName: "" },
      data: {
        ...{ consultation: row.id, startsAt: startsAt.toISOString(), minutes: taken.minutes, way, zone },
        until: unconfirmedUntil.toISOString(),
      },
    });
  return booked({ email: to, startsAt, unconfirmedUntil, way, zone });
}

type Stored = { email: string; startsAt: Date; unconfirmedUntil: Date; way: Booking["way"]; zone: string };
const booked = ({ email, startsAt, unconfirmedUntil, way, zone }: Stored): Done<Booked> => ({
  ...{ ok: true, email, way, zone },
  startsAt: startsAt.toISOString(),
  until: unconfirmedUntil.toISOString(),
});

/** The result of this attempt, for an hour. */
async function bookedBefore(from: Queryable, attempt: string): Promise<Done<Booked> | undefined> {
  const [row] = await from
    .select()
    .from(consultations)
    .where(
      and(
        eq(consultations.attemptKey, attempt),
        eq(consultations.state, "unconfirmed"),
        gt(consultations.createdAt, sql`now() - make_interval(secs => ${idempotencySeconds})`),
      ),
    );
  return row?.unconfirmedUntil ? booked({ ...row, unconfirmedUntil: row.unconfirmedUntil }) : undefined;
}

/** The consultation of an email that is not over. */
export async function consultationAhead(tx: Queryable, email: string, except?: string) {
  const [row] = await tx
    .select({ id: consultations.id, startsAt: consultations.startsAt, inquiryId: visaInquiries.id })
    .from(consultations)
    .innerJoin(visaInquiries, eq(visaInquiries.id, consultations.inquiryId))
    .where(
      and(
        eq(consultations.state, "booked"),
        gt(sql`${consultations.startsAt} + make_interval(mins => ${consultations.minutes})`, sql`clock_timestamp()`),
        eq(sql`lower(${visaInquiries.email})`, email.toLowerCase()),
        except === undefined ? undefined : ne(consultations.id, except),
      ),
    )
    .limit(1);
  return row;
}
