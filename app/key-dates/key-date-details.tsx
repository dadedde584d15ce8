import { calendarDate, nassauDay, nassauTime } from "~/core/time";
import { TextLink } from "~/ui/link";
import { StaffName } from "~/ui/staff-name";
import { describeDistance, keyDateLabel, settlementLabels } from "./key-date";
import type { DeskKeyDate } from "./key-dates-of.server";
import { dayInWords } from "./mailed";
import { describeProblem, describeReminders, notifiedPath, type ReminderState } from "./reminders/reminder-words";

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

/** What became of the reminders of a key date: sent, told, stopped, not delivered. `name`: the key date's. */
function ReminderLines({ id, name, state }: { id: string; name: string; state: ReminderState }) {
  return (
    <>
      {describeReminders(state).map((text) => (
        <p key={text} className="text-xs text-stone">
          {text}
        </p>
      ))}
      {state.problem ? (
        <p className="text-xs">
          <strong className="font-semibold text-error wrap-anywhere">{describeProblem(state.problem)}</strong>{" "}
          <TextLink to={notifiedPath(id)} className="inline-flex min-h-6 items-center">
            I told them<span className="sr-only">: {name}</span>
          </TextLink>
        </p>
      ) : null}
    </>
  );
}
