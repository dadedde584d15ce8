import { calendarDate, nassauListDate } from "~/core/time";

/** Of one key date. */
export type ReminderState = {
  /** When its recipient stopped the reminders. */
  stoppedAt: string | null;
  /** Days before, of each reminder that was sent: the latest first. */
  sent: number[];
  /** The latest one didn't arrive, and nobody told its recipient otherwise. */
  problem: { is: "failed" } | { is: "bounced"; email: string } | null;
  told: { as: string; on: string } | null;
};

/** `Reminder not delivered`, or where mails go that bounce. */
export const describeProblem = (problem: NonNullable<ReminderState["problem"]>): string =>
  problem.is === "failed" ? "Reminder not delivered" : `Our emails to ${problem.email} aren’t arriving.`;

/** What the desk says next to a key date, beside a problem: what was sent, told and stopped. */
export function describeReminders({ sent, told, stoppedAt }: ReminderState): string[] {
  const count = sent.length;
  return [
    ...(count > 0 ? [`${count} ${count === 1 ? "reminder" : "reminders"} sent`] : []),
    ...(told ? [`Told by ${told.as.toLowerCase()} on ${calendarDate(told.on)}`] : []),
    ...(stoppedAt ? [`Reminders stopped by the recipient on ${nassauListDate(stoppedAt)}`] : []),
  ];
}

export const toldPath = (keyDateId: string): string => `/admin/key-dates/${keyDateId}/told`;
