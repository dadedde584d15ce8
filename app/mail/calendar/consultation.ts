import { z } from "zod";
import { nassauZone } from "~/core/time";
import { instantOf, isSameWall, isZone, momentIn } from "~/core/zones/wall-time";
import { consultationWays } from "~/db/schema/values";
import { type Fact, facts, type Part } from "~/mail/letter";
import { personName } from "~/mail/template";
import { formatLength } from "./appointment-words";
import type { TimedEntry } from "./calendar-entry";

const nassauWall = z.object({ day: z.string(), time: z.string() });
type NassauWall = z.output<typeof nassauWall>;

/** One consultation in a mail; its calendar file is made from it too. */
export const mailedConsultation = nassauWall.extend({
  id: z.string(),
  /** The visitor's. */
  zone: z.string().refine(isZone),
  minutes: z.number(),
  way: z.enum(consultationWays),
  /** The number that we call; empty at the office, and if staff booked it for somebody without one. */
  phone: z.string(),
  /** The office's address at that time. */
  place: z.string(),
  /** Who takes it; empty if nobody does yet. */
  takenBy: personName,
  topic: z.string(),
  sequence: z.number(),
  change: z.enum(["booked", "moved", "canceled", "given"]),
  /** The time before it was moved. */
  was: nassauWall.nullable(),
  /** Why staff canceled it, in their words. */
  reason: z.string(),
  byStaff: z.boolean(),
  /** The office's number for its reference in mails and on the telephone. */
  reference: z.string(),
  changedAt: z.iso.datetime(),
});
export type MailedConsultation = z.output<typeof mailedConsultation>;

/** The stored wall time was checked. */
export function startOfConsultation({ day, time }: NassauWall): Date {
  return instantOf({ day, time }, nassauZone) ?? new Date(`${day}T${time}Z`);
}

/** In Nassau's time, and in the visitor's zone if its clocks differ. */
export function consultationTimes(wall: NassauWall, zone: string): string[] {
  const start = startOfConsultation(wall);
  const nassau = momentIn(start, nassauZone);
  return isSameWall(start.toISOString(), nassauZone, zone) ? [nassau] : [nassau, momentIn(start, zone)];
}

/** `We’ll call you on WhatsApp at +1 242 555 0102.` */
export function howWeTalk({ way, phone, place, takenBy }: MailedConsultation): string {
  const who = takenBy || "A consultant";
  if (way === "office") return `${who} will be expecting you at our office${place && `: ${place}`}.`;
  const on = way === "whatsapp" ? " on WhatsApp" : "";
  return `${who} will call you${on}${phone && ` at ${phone}`}.`;
}

const wayLabels: Record<MailedConsultation["way"], string> = {
  phone: "Phone call",
  whatsapp: "WhatsApp call",
  office: "At our office",
};

const timeFacts = (label: string, wall: NassauWall, zone: string): Fact[] =>
  consultationTimes(wall, zone).map((value, at) => ({ label: at === 0 ? label : "", value }));

/** A canceled consultation is only named, so that nobody prepares for it. */
export function consultationFacts(consultation: MailedConsultation): Part {
  const { zone, minutes, way, phone, place, takenBy, topic, change, was, reference } = consultation;
  const number: Fact = { label: "Reference number", value: reference, record: true };
  if (change === "canceled") return facts([...timeFacts("It was on", consultation, zone), number]);
  return facts([
    ...timeFacts("When", consultation, zone),
    ...(was ? timeFacts("Moved from", was, zone) : []),
    { label: "Length", value: formatLength(minutes) },
    way === "office"
      ? { label: "Place", value: place || wayLabels.office }
      : { label: wayLabels[way], value: phone || "—" },
    takenBy && { label: "With", value: takenBy },
    { label: "Topic", value: topic },
    number,
  ]);
}

/**
 * The calendar file of a consultation. It has no private link: calendars are shared, and the link moves and cancels.
 * For the admin who takes it, `about` names the visitor.
 */
export function consultationEntry(
  consultation: MailedConsultation,
  { attendee, about }: { attendee: TimedEntry["attendee"]; about: string },
): TimedEntry {
  const { id, sequence, change, changedAt, day, time, minutes, way, phone, place, reference } = consultation;
  return {
    ...{ day, time, minutes, sequence, zone: nassauZone },
    uid: `${id}@consultations.lucaya`,
    method: change === "canceled" ? "CANCEL" : "REQUEST",
    stamp: changedAt,
    summary: about ? `Consultation: ${about}` : "Visa consultation",
    place: way === "office" ? place : [wayLabels[way], phone].filter(Boolean).join(", "),
    description: [about ? "" : howWeTalk(consultation), `Reference number ${reference}, ${formatLength(minutes)}.`]
      .filter(Boolean)
      .join("\n\n"),
    page: null,
    attendee,
  };
}
