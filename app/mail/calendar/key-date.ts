import { z } from "zod";
import { facts, type Part } from "~/mail/letter";
import type { CalendarEntry } from "./calendar-entry";

/** One key date in a mail; its calendar file is made from it too. Days as YYYY-MM-DD, and in words. */
export const mailedKeyDate = z.object({
  id: z.string(),
  name: z.string(),
  endsOn: z.string().nullable(),
  /** `March 1, 2028`, or that there is none. */
  day: z.string(),
  /** The label of the day: the name, or `Pay the permit fee by`. */
  label: z.string(),
  note: z.string(),
  sequence: z.number(),
  change: z.enum(["added", "corrected", "removed", "settled", "unsettled", "kept", "suspended"]),
  /** The day before it was corrected, in both forms. */
  was: z.object({ endsOn: z.string().nullable(), day: z.string(), label: z.string() }).nullable(),
  /** How it was settled. */
  settledAs: z.string(),
  changedAt: z.iso.datetime(),
});
export type MailedKeyDate = z.output<typeof mailedKeyDate>;

/** One that no longer counts is only named. */
const isOver = ({ change }: MailedKeyDate) => change === "removed" || change === "settled" || change === "suspended";

/** Also a settled one that is corrected. */
export const leavesCalendar = (keyDate: MailedKeyDate): boolean =>
  isOver(keyDate) || keyDate.settledAs !== "" || keyDate.endsOn === null;

const overLabels: Partial<Record<MailedKeyDate["change"], string>> = {
  removed: "Removed",
  suspended: "No longer applies",
};

/** Fixed: the owner can’t change or remove it. */
export const responsibility = "This is a reminder. Renewing or paying in time remains your responsibility.";

export function keyDateFacts(keyDate: MailedKeyDate): Part {
  const { label, day, name, note, change, was, settledAs } = keyDate;
  if (isOver(keyDate))
    return facts([
      { label: overLabels[change] ?? settledAs, value: name },
      { label: "It was", value: day },
    ]);
  // Another field may have changed.
  const hasMoved = was && (was.label !== label || was.day !== day);
  return facts([
    { label, value: day },
    hasMoved && { label: was.label === label ? "Before" : `Before: ${was.label}`, value: was.day },
    note && { label: "Note", value: note },
  ]);
}

type OfCase = { applicationNumber: string; applicationId: string };

/**
 * The calendar entry: all day, and without an expiration date none. It cancels a former one where there is no day
 * now.
 */
export function keyDateEntries(keyDate: MailedKeyDate, { applicationNumber, applicationId }: OfCase): CalendarEntry[] {
  const { id, name, note, sequence, changedAt, was } = keyDate;
  const day = keyDate.endsOn ?? was?.endsOn;
  if (!day) return [];
  return [
    {
      isAllDay: true,
      uid: `${id}@key-dates.lucaya`,
      sequence,
      method: leavesCalendar(keyDate) ? "CANCEL" : "PUBLISH",
      stamp: changedAt,
      day,
      summary: `${keyDate.label === name ? name : keyDate.label.replace(/ by$/, "")}: application ${applicationNumber}`,
      description: note ? `${note}\n\n${responsibility}` : responsibility,
      page: { label: "Your application", path: `/apply/${applicationId}` },
    },
  ];
}
