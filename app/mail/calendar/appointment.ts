import { z } from "zod";
import { nassauZone } from "~/core/time";
import { instantOf, isZone, momentIn } from "~/core/zones/wall-time";
import { appointmentKinds } from "~/db/schema/values";
import { type Fact, facts, link, message, type Part } from "~/mail/letter";
import { appointmentKindLabels, formatLength, isLink } from "./appointment-words";

const wallTime = z.object({ day: z.string(), time: z.string(), zone: z.string().refine(isZone) });

/** One appointment in a mail; its calendar file is made from it too. */
export const mailedAppointment = wallTime.extend({
  id: z.string(),
  kind: z.enum(appointmentKinds),
  minutes: z.number(),
  place: z.string(),
  bring: z.string(),
  sequence: z.number(),
  change: z.enum(["made", "moved", "changed", "cancelled"]),
  /** The time before it was moved. */
  was: wallTime.nullable(),
  changedAt: z.iso.datetime(),
});
export type MailedAppointment = z.output<typeof mailedAppointment>;

type Wall = z.output<typeof wallTime>;

/** The stored wall time was checked. */
export function startOf(wall: Wall): Date {
  return instantOf(wall, wall.zone) ?? new Date(`${wall.day}T${wall.time}Z`);
}

/** In its own zone, and in Nassau's if that differs. */
export function timesOf(wall: Wall): string[] {
  const start = startOf(wall);
  return wall.zone === nassauZone
    ? [momentIn(start, nassauZone)]
    : [momentIn(start, wall.zone), momentIn(start, nassauZone)];
}

/** A canceled appointment is only named, so that nobody prepares for it. */
export function appointmentBlocks(appointment: MailedAppointment): Part[] {
  const { kind, minutes, place, bring, change, was } = appointment;
  const times = (label: string, wall: Wall): Fact[] =>
    timesOf(wall).map((value, index) => ({ label: index === 0 ? label : "", value }));
  if (change === "cancelled")
    return [facts([{ label: "Canceled", value: appointmentKindLabels[kind] }, ...times("It was on", appointment)])];
  return [
    facts([
      { label: "Appointment", value: appointmentKindLabels[kind] },
      ...times("When", appointment),
      ...(was ? times("Before", was) : []),
      { label: "Length", value: formatLength(minutes) },
      !isLink(place) && { label: "Place", value: place },
    ]),
    isLink(place) && link("Link", place),
    bring && message("What to bring", bring),
  ];
}
