import { calendarDate, nassauDay, nassauTime } from "~/core/time";
import { StaffName } from "~/ui/staff-name";
import { describeDistance, keyDateLabel, settlementLabels } from "./key-date";
import type { DeskKeyDate } from "./key-dates-of.server";
import { dayInWords } from "./mailed";
import { ReminderLines } from "./reminders/reminder-lines";

/** Everything that staff see of one key date. `today`: in Nassau. */
export function KeyDateDetails({ keyDate, today }: { keyDate: DeskKeyDate; today: string }) {
  const { id, reminders, validFrom, note, settledAs, settledAt, settledBy, settledByName, stoppedAt, suspendedAt } =
    keyDate;
  const counts = settledAs === null && suspendedAt === null;
  const distance = counts ? describeDistance(keyDate, today) : "";
  return (
    <>
      <p className="font-semibold wrap-anywhere">
        <bdi>{keyDateLabel(keyDate)}</bdi>
      </p>
      {distance && keyDate.endsOn && keyDate.endsOn < today ? (
        <p className="tabular-nums first-letter:uppercase">{distance}</p>
      ) : (
        <p className="tabular-nums">
          {dayInWords(keyDate)}
          {distance ? <span className="text-stone"> · {distance}</span> : null}
        </p>
      )}
      {validFrom ? <p className="text-xs text-stone">Valid from {calendarDate(validFrom)}</p> : null}
      {note ? (
        <p dir="auto" className="text-xs text-stone wrap-anywhere">
          {note}
        </p>
      ) : null}
      {suspendedAt ? (
        <p className="text-xs font-semibold">Not in force since {dayInWords({ endsOn: nassauDay(suspendedAt) })}</p>
      ) : null}
      {stoppedAt ? (
        <p className="text-xs text-stone">
          The {keyDate.clientId ? "client" : "applicant"} stopped the reminders on{" "}
          {dayInWords({ endsOn: nassauDay(stoppedAt) })}.
        </p>
      ) : null}
      {reminders ? <ReminderLines id={id} name={keyDateLabel(keyDate)} state={reminders} /> : null}
      {settledAs && settledAt ? (
        <p className="text-xs text-stone">
          {settlementLabels[settledAs]} · {nassauTime(settledAt)}
          {settledBy ? (
            <>
              {" · "}
              <StaffName name={settledByName ?? settledBy} email={settledBy} />
            </>
          ) : null}
        </p>
      ) : null}
    </>
  );
}
