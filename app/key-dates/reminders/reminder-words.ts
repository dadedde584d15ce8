import { counted } from "~/core/counted";
import { calendarDate } from "~/core/time";

/** Of one key date. */
export type ReminderState = {
  /** The days before of the latest reminder. */
  latest: number | null;
  /** How many didn't fail. */
  sent: number;
  /** The latest one didn't arrive, and nobody told its recipient otherwise. */
  problem: { is: "failed" } | { is: "bounced"; email: string } | null;
  told: { as: string; on: string } | null;
};

/** `Reminder not delivered`, or where mails go that bounce. */
export const describeProblem = (problem: NonNullable<ReminderState["problem"]>): string =>
  problem.is === "failed" ? "Reminder not delivered" : `Our emails to ${problem.email} aren’t arriving.`;

/** What the desk says next to a key date: what was sent, and that staff told its recipient. */
export function describeReminders({ sent, told }: ReminderState): string[] {
  return [
    ...(sent > 0 ? [`${counted(sent, "reminder")} sent`] : []),
    ...(told ? [`Told by ${told.as.toLowerCase()} on ${calendarDate(told.on)}`] : []),
  ];
}

export const notifiedPath = (keyDateId: string): string => `/admin/key-dates/${keyDateId}/told`;
