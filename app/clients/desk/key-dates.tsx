import { CalendarPlus, PencilLine, Undo2 } from "lucide-react";
import { Form, useNavigation } from "react-router";
import { calendarLongDate, nassauDay } from "~/core/time";
import {
  describeDistance,
  emptyKeyDate,
  inputOf,
  type KeyDateInput,
  type KeyDateProblems,
  keyDateLabel,
  settlementLabels,
} from "~/key-dates/key-date";
import { KeyDateFields } from "~/key-dates/key-date-fields";
import { ReminderLines } from "~/key-dates/reminders/reminder-lines";
import { Button } from "~/ui/button";
import { EditorFold } from "~/ui/editor-fold";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import { Banner } from "~/ui/notices/banner";
import { StaffName } from "~/ui/staff-name";
import type { ClientDetail } from "./detail.server";

/** What the last form came to that was refused. */
export type KeyDateAnswer = {
  intent: string;
  /** Empty for a new one. */
  keyDateId: string;
  attempt: string;
  message: string;
  problems: KeyDateProblems;
  typed: KeyDateInput;
};

type ListedDate = ClientDetail["dates"][number];
type Shared = { attempt: string; today: string; answer: KeyDateAnswer | undefined };

/** The key dates of a client, each with its editors behind buttons. */
export function ClientKeyDates({ dates, ...shared }: Shared & { dates: readonly ListedDate[] }) {
  const added = shared.answer?.intent === "add-date" ? shared.answer : undefined;
  return (
    <section aria-labelledby="key-dates">
      <h2 id="key-dates" className="border-b border-line pb-1.5 text-lg">
        Expirations and deadlines
      </h2>
      {dates.length === 0 ? <p className="mt-3 text-stone">No key dates. Nobody is reminded.</p> : null}
      <ul>
        {dates.map((date) => (
          <KeyDate key={date.id} date={date} {...shared} />
        ))}
      </ul>
      <EditorFold
        key={dates.length}
        title="Add a key date"
        before={<CalendarPlus aria-hidden />}
        opens={added !== undefined}
        className="mt-4"
      >
        <KeyDateForm {...shared} id="new" intent="add-date" input={added?.typed ?? emptyKeyDate} answer={added} />
      </EditorFold>
    </section>
  );
}

function KeyDate({ date, ...shared }: Shared & { date: ListedDate }) {
  const { id, endsOn, note, settledAs, settledAt, validFrom, stoppedAt, reminders } = date;
  const answer = shared.answer?.keyDateId === id ? shared.answer : undefined;
  const changed = answer?.intent === "change-date" ? answer : undefined;
  const name = keyDateLabel(date);
  return (
    <li id={`key-date-${id}`} className="grid gap-3 border-line py-3.5 not-last:border-b">
      <div>
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="tabular-nums">
          {endsOn === null ? "No expiration date" : calendarLongDate(endsOn)}
          {settledAs === null && endsOn !== null ? (
            <span className="text-stone"> · {describeDistance(date, shared.today)}</span>
          ) : null}
        </p>
        {validFrom ? <p className="text-stone">Valid from {calendarLongDate(validFrom)}</p> : null}
        {note ? (
          <p dir="auto" className="text-stone wrap-anywhere">
            {note}
          </p>
        ) : null}
        {stoppedAt ? (
          <p className="text-stone">They stopped the reminders on {calendarLongDate(nassauDay(stoppedAt))}.</p>
        ) : null}
        {reminders ? <ReminderLines id={id} name={name} state={reminders} /> : null}
        {settledAs && settledAt ? (
          <p className="text-stone">
            {settlementLabels[settledAs]}, {calendarLongDate(nassauDay(settledAt))}
            {date.settledBy ? (
              <>
                {" · "}
                <StaffName name={date.settledByName} email={date.settledBy} />
              </>
            ) : null}
          </p>
        ) : null}
      </div>
      {answer && !changed ? <Banner tone="error" role="alert" title={answer.message} /> : null}
      <div className="flex flex-wrap items-start gap-2">
        <EditorFold
          key={`change ${date.revision}`}
          title={<Titled by={name}>Change</Titled>}
          before={<PencilLine aria-hidden />}
          opens={changed !== undefined}
          className="open:basis-full"
        >
          <KeyDateForm
            {...shared}
            id={id}
            intent="change-date"
            date={date}
            input={changed?.typed ?? inputOf(date)}
            answer={changed}
          />
        </EditorFold>
        {settledAs === null ? (
          <EditorFold
            key={`settle ${date.revision}`}
            title={<Titled by={name}>Mark as settled</Titled>}
            opens={answer?.intent === "settle-date"}
            className="open:basis-full"
          >
            <Settle date={date} {...shared} />
          </EditorFold>
        ) : (
          <Press
            date={date}
            intent="unsettle-date"
            before={<Undo2 aria-hidden />}
            attempt={shared.attempt}
            busyLabel="Saving…"
            title={<Titled by={name}>Take back</Titled>}
          />
        )}
      </div>
    </li>
  );
}

const Titled = ({ children, by }: { children: string; by: string }) => (
  <>
    {children}
    <span className="sr-only">: {by}</span>
  </>
);

const box = "grid gap-4 rounded-lg border border-line bg-mist/60 p-4";

/** What every form about a stored key date sends. */
function Seen({ date, attempt }: { date?: ListedDate | undefined; attempt: string }) {
  return (
    <>
      <input type="hidden" name="attempt" value={attempt} />
      {date ? (
        <>
          <input type="hidden" name="keyDateId" value={date.id} />
          <input type="hidden" name="revision" value={date.revision} />
        </>
      ) : null}
    </>
  );
}

type KeyDateFormProps = Shared & {
  id: string;
  intent: "add-date" | "change-date";
  date?: ListedDate;
  input: KeyDateInput;
};

function KeyDateForm({ id, intent, date, input, answer, attempt }: KeyDateFormProps) {
  const pressed = usePressed();
  const hasProblems = Object.keys(answer?.problems ?? {}).length > 0;
  return (
    <Form method="post" noValidate preventScrollReset className={box}>
      <Seen date={date} attempt={answer?.attempt || attempt} />
      {answer && !hasProblems ? (
        <Banner tone="error" role="alert" className="bg-white">
          {answer.message}
        </Banner>
      ) : null}
      <KeyDateFields key={answer ? "typed" : "stored"} id={id} input={input} problems={answer?.problems ?? {}} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value={intent} size="sm" busy={pressed(intent, date)} busyLabel="Saving…">
          {date ? "Save key date" : "Add key date"}
        </Button>
        {date ? (
          <Button
            type="submit"
            name="intent"
            value="remove-date"
            variant="outline"
            size="sm"
            className="border-error! text-error!"
            busy={pressed("remove-date", date)}
            busyLabel="Removing…"
          >
            Remove key date
          </Button>
        ) : null}
      </div>
    </Form>
  );
}

const settlements = Object.entries(settlementLabels).map(([value, label]) => ({ value, label }));

function Settle({ date, attempt, answer }: Shared & { date: ListedDate }) {
  const pressed = usePressed();
  const problem = answer?.intent === "settle-date" && answer.keyDateId === date.id ? answer.message : undefined;
  return (
    <Form method="post" noValidate preventScrollReset className={box}>
      <Seen date={date} attempt={attempt} />
      <Field id={`${date.id}-settled`} label="How it was settled" error={problem} size="sm" required>
        <Select name="settledAs" size="sm" placeholder="Choose one" options={settlements} />
      </Field>
      <p className="text-sm text-stone">It is no longer reminded of, and leaves the lists of what is ending.</p>
      <div>
        <Button
          type="submit"
          name="intent"
          value="settle-date"
          size="sm"
          busy={pressed("settle-date", date)}
          busyLabel="Saving…"
        >
          Mark as settled
        </Button>
      </div>
    </Form>
  );
}

type PressProps = {
  date: ListedDate;
  intent: string;
  attempt: string;
  before: React.ReactNode;
  title: React.ReactNode;
  busyLabel: string;
};

function Press({ date, intent, attempt, title, before, busyLabel }: PressProps) {
  const pressed = usePressed();
  return (
    <Form method="post" preventScrollReset>
      <Seen date={date} attempt={attempt} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant="outline"
        size="sm"
        before={before}
        busy={pressed(intent, date)}
        busyLabel={busyLabel}
      >
        {title}
      </Button>
    </Form>
  );
}

/** Whether this button's form is being sent. */
function usePressed() {
  const form = useNavigation().formData;
  return (intent: string, date: ListedDate | undefined) =>
    form?.get("intent") === intent && (form.get("keyDateId") ?? undefined) === date?.id;
}
