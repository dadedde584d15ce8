import { eq } from "drizzle-orm";
import { z } from "zod";
import { consumeLimit, identityLimitKey } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import type { ConsultationRow } from "~/db/schema/consultations";
import { consultations } from "~/db/schema/consultations";
import { readPrivateLink } from "~/mail/links/private-links.server";
import { loadSender } from "~/mail/sender.server";
import { timeGone } from "../booking";
import { cancelBooked, endOf, lockConsultation, moveBooked } from "../change.server";
import { linkEnded } from "../confirm-consultation.server";
import { mailedConsultationOf } from "../mailed.server";
import { clockOf } from "../occupy.server";

const hour = 3_600_000;

/** The id in a token that opens a consultation of this secret; the link works until a day after its end. */
const opens = (token: string, row: ConsultationRow, now: Date): boolean =>
  readPrivateLink("consultation", token)?.verify(row.linkSecret) === true &&
  row.inquiryId !== null &&
  endOf(row).getTime() + 24 * hour > now.getTime();

/** `It is less than 4 hours until your consultation. Please call us: +1 242 555 0142.` */
function tooLate(hours: number, phone: string): string {
  const until =
    hours === 0
      ? "Your consultation has started."
      : `It is less than ${hours} ${hours === 1 ? "hour" : "hours"} until your consultation.`;
  return `${until} Please call us${phone ? `: ${phone}` : ""}.`;
}

const isTooLate = ({ startsAt, changeHours }: ConsultationRow, now: Date): boolean =>
  startsAt.getTime() - changeHours * hour <= now.getTime();

/** The consultation of a private link; undefined if the link does not open one any longer. */
export async function openYours(token: string, now = new Date()) {
  const id = readPrivateLink("consultation", token)?.id;
  const [row] = id ? await db.select().from(consultations).where(eq(consultations.id, id)) : [];
  if (!row || !opens(token, row, now)) return undefined;
  const change = row.state === "canceled" ? "canceled" : "booked";
  const mailed = await mailedConsultationOf(db, row, { change });
  if (!mailed) return undefined;
  const { phone } = await loadSender(db);
  const { details, inquiry } = mailed;
  return {
    ...{ row, details, inquiry },
    isCanceled: row.state === "canceled",
    hasBegun: row.startsAt <= now,
    tooLate: isTooLate(row, now) ? tooLate(row.changeHours, phone) : null,
  };
}

/** Locks the consultation of a private link. */
async function lockYours(tx: Transaction, token: string): Promise<{ row: ConsultationRow; now: Date } | Refused> {
  const row = await lockConsultation(tx, readPrivateLink("consultation", token)?.id);
  // After the wait for the lock: the time to change it may have ended meanwhile.
  const now = await clockOf(tx);
  if (!row || !opens(token, row, now)) return refuse("not-found", linkEnded);
  return { row, now };
}

async function refuseIfLate(tx: Transaction, row: ConsultationRow, now: Date): Promise<Refused | undefined> {
  if (!isTooLate(row, now)) return undefined;
  return refuse("closed", tooLate(row.changeHours, (await loadSender(tx)).phone));
}

/** Cancels it for its visitor. Idempotent. */
export function cancelYours(token: string): Promise<Done | Refused> {
  return inTransaction(async (tx): Promise<Done | Refused> => {
    const found = await lockYours(tx, token);
    if (!("row" in found)) return found;
    const { row, now } = found;
    if (row.state === "canceled") return { ok: true };
    const late = await refuseIfLate(tx, row, now);
    if (late) return late;
    await cancelBooked(tx, row, { by: null });
    return { ok: true };
  });
}

const moveInput = z.object({
  time: z.iso.datetime(),
  /** The version when the page was drawn: a form that is sent again later must not take back a later move. */
  seen: z.coerce.number().int(),
});
const movesAnHour = { max: 10, seconds: 3600 };

/**
 * Moves it to a free time for its visitor; refused, the former time stays. Idempotent: a repeat finds it at that time.
 */
export function moveYours(token: string, input: unknown): Promise<Done | Refused> {
  return inTransaction(async (tx): Promise<Done | Refused> => {
    const found = await lockYours(tx, token);
    if (!("row" in found)) return found;
    const { row, now } = found;
    const parsed = moveInput.safeParse(input);
    if (!parsed.success) return refuse("invalid", "Please choose a time.");
    if (row.state === "canceled") return refuse("closed", "This consultation has been canceled.");
    const startsAt = new Date(parsed.data.time);
    if (startsAt.getTime() === row.startsAt.getTime()) return { ok: true };
    const late = await refuseIfLate(tx, row, now);
    if (late) return late;
    if (row.sequence !== parsed.data.seen)
      return refuse("conflict", "Your consultation has changed since you opened this page. Please check its time.");
    const limit = await consumeLimit(identityLimitKey("consultation-move", row.id), movesAnHour, tx);
    if (!limit.allowed) return refuse("limited", tooMany("moves were made", { ...limit, of: "consultation" }));
    const moved = await moveBooked(tx, row, { startsAt, by: null });
    return moved ? { ok: true } : refuse("conflict", timeGone);
  });
}
