import { CalendarPlus, PencilLine } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Form } from "react-router";
import { SubmitButton } from "~/ui/button";
import { EditorFold } from "~/ui/editor-fold";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import {
  emptyKeyDate,
  inputOf,
  type KeyDateInput,
  type KeyDateProblems,
  keyDateLabel,
  settlementLabels,
} from "./key-date";
import { KeyDateDetails } from "./key-date-details";
import { KeyDateFields } from "./key-date-fields";
import type { DeskKeyDate } from "./key-dates-of.server";

/** A form that was refused. */
export type KeyDateAnswer = {
  intent: string;
  /** The id of the key date; empty for a new one. */
  keyDate: string;
  attempt: string;
  message: string;
  problems: KeyDateProblems;
  typed: KeyDateInput;
  /** Whether an email about it was chosen, where there is a choice. */
  mails?: boolean;
};

/** How the forms of cases and of clients name what they send. */
export type KeyDateNames = {
  keyDate: string;
  revision: string;
  intent: (change: "add" | "correct" | "remove" | "settle" | "unsettle" | "keep") => string;
};

type FormProps = {
  names: KeyDateNames;
  attempt: string;
  answer?: KeyDateAnswer | undefined;
  keyDate?: DeskKeyDate | undefined;
  /** Who reads the note. */
  noteHint?: string;
  /** What the forms ask for more, after their fields. `id` begins the ids of the controls. */
  more?: (id: string, answer: KeyDateAnswer | undefined) => ReactNode;
  /** What the buttons without a form send more. */
  values?: Readonly<Record<string, string>>;
};

type KeyDatesProps = Omit<FormProps, "keyDate"> & {
  keyDates: readonly DeskKeyDate[];
  /** In Nassau. */
  today: string;
  /** Off where they are only read. */
  canChange?: boolean;
  /** Shows the form of a new one at first. */
  adds?: boolean;
  /** Said without any. */
  empty: string;
};

/** The key dates of a case or a client at the desk, each with its forms behind buttons. */
export function KeyDates(props: KeyDatesProps) {
  const { keyDates, today, canChange = true, adds = false, empty, answer, ...shared } = props;
  const added = answer?.intent === shared.names.intent("add") ? answer : undefined;
  const isShown = canChange && (added !== undefined || keyDates.some(({ id }) => id === answer?.keyDate));
  return (
    <>
      {answer && !isShown ? <Banner tone="error" role="alert" title={messageOf(answer)} className="mt-4" /> : null}
      {keyDates.length === 0 ? <p className="mt-3 text-stone">{empty}</p> : null}
      <ul className="mt-2">
        {keyDates.map((keyDate) => (
          <li
            key={keyDate.id}
            id={`key-date-${keyDate.id}`}
            className="grid scroll-mt-20 gap-3 border-line py-3.5 not-last:border-b"
          >
            <div>
              <KeyDateDetails keyDate={keyDate} today={today} />
            </div>
            {canChange ? (
              <Changes {...shared} keyDate={keyDate} answer={answer?.keyDate === keyDate.id ? answer : undefined} />
            ) : null}
          </li>
        ))}
      </ul>
      {canChange ? (
        <EditorFold
          key={keyDates.length}
          title="Add a key date"
          before={<CalendarPlus aria-hidden />}
          opens={added !== undefined || adds}
          className="mt-4"
        >
          <KeyDateForm {...shared} answer={added} />
        </EditorFold>
      ) : null}
    </>
  );
}

const messageOf = ({ message }: KeyDateAnswer) => message || "Please send the form again.";

/** The buttons of one key date, with what the last one that was pressed came to. */
function Changes(props: FormProps & { keyDate: DeskKeyDate }) {
  const { names, keyDate, answer, ...shared } = props;
  const { settledAs, suspendedAt, revision } = keyDate;
  // After another admin's change the form may no longer be here to show its refusal.
  const answerTo = (change: Intent, hasForm: boolean) =>
    hasForm && answer?.intent === names.intent(change) ? answer : undefined;
  const corrected = answerTo("correct", suspendedAt === null);
  const settled = answerTo("settle", suspendedAt === null && settledAs === null);
  const form = { ...shared, names, keyDate };
  return (
    <>
      {answer && !corrected && !settled ? <Banner tone="error" role="alert" title={messageOf(answer)} /> : null}
      {suspendedAt ? (
        <KeepOrRemove {...form} />
      ) : (
        <div className="flex flex-wrap items-start gap-2">
          <EditorFold
            key={`change ${revision}`}
            title={<Titled by={keyDate}>Change</Titled>}
            before={<PencilLine aria-hidden />}
            opens={corrected !== undefined}
            className="open:basis-full"
          >
            <KeyDateForm {...form} answer={corrected} />
          </EditorFold>
          {settledAs === null ? (
            <EditorFold
              key={`settle ${revision}`}
              title={<Titled by={keyDate}>Mark as settled</Titled>}
              opens={settled !== undefined}
              className="open:basis-full"
            >
              <Settle {...form} answer={settled} />
            </EditorFold>
          ) : (
            <Press {...form} intent="unsettle">
              <Titled by={keyDate}>Take back</Titled>
            </Press>
          )}
        </div>
      )}
    </>
  );
}

type PressProps = Pick<FormProps, "names" | "attempt" | "keyDate" | "values"> & {
  /** Where it is sent, if not to this page. */
  action?: string;
};

/** For a key date that an earlier approval left. */
export const KeepOrRemove = ({ keyDate, ...press }: PressProps & { keyDate: DeskKeyDate }) => (
  <div className="flex flex-wrap gap-2">
    <Press {...press} keyDate={keyDate} intent="keep">
      <Titled by={keyDate}>Keep</Titled>
    </Press>
    <Press {...press} keyDate={keyDate} intent="remove">
      <Titled by={keyDate}>Remove</Titled>
    </Press>
  </div>
);

type Intent = Parameters<KeyDateNames["intent"]>[0];

/** One button that changes a key date at once. */
export function Press(props: PressProps & { intent: Intent; children: ReactNode }) {
  const { names, attempt, keyDate, values = {}, action, intent, children } = props;
  return (
    <Form method="post" {...(action ? { action } : {})} preventScrollReset>
      <Seen names={names} keyDate={keyDate} attempt={attempt} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Send names={names} keyDate={keyDate} intent={intent} variant="outline">
        {children}
      </Send>
    </Form>
  );
}

/** The name of the key date after a button's label, for screen readers. */
const Titled = ({ children, by }: { children: string; by: DeskKeyDate }) => (
  <>
    {children}
    <span className="sr-only">: {keyDateLabel(by)}</span>
  </>
);

/** What every form about a key date sends: which one, and as what it was shown. */
function Seen({ names, keyDate, attempt }: Pick<PressProps, "names" | "keyDate" | "attempt">) {
  return (
    <>
      <input type="hidden" name="attempt" value={attempt} />
      {keyDate ? (
        <>
          <input type="hidden" name={names.keyDate} value={keyDate.id} />
          <input type="hidden" name={names.revision} value={keyDate.revision} />
        </>
      ) : null}
    </>
  );
}

type SendProps = Pick<PressProps, "names" | "keyDate"> &
  Omit<ComponentProps<typeof SubmitButton>, "intent" | "of"> & { intent: Intent };

const Send = ({ names, keyDate, intent, ...button }: SendProps) => (
  <SubmitButton
    intent={names.intent(intent)}
    of={keyDate ? { [names.keyDate]: keyDate.id } : undefined}
    size="sm"
    busyLabel="Saving…"
    {...button}
  />
);

const box = "grid gap-4 rounded-lg border border-line bg-mist/60 p-4";

function KeyDateForm(props: FormProps) {
  const { names, keyDate, attempt, answer, noteHint, more } = props;
  const problems = answer?.problems ?? {};
  const hasProblems = Object.keys(problems).length > 0;
  const id = keyDate?.id ?? "new";
  const stored = keyDate ? inputOf(keyDate) : emptyKeyDate;
  return (
    <Form method="post" noValidate preventScrollReset className={box}>
      <Seen names={names} keyDate={keyDate} attempt={answer?.attempt || attempt} />
      <MessageBanner message={answer && !hasProblems ? messageOf(answer) : null} className="bg-white" />
      <div role={hasProblems ? "alert" : undefined}>
        <KeyDateFields
          key={answer ? "typed" : "stored"}
          id={id}
          input={answer?.typed ?? stored}
          problems={problems}
          noteHint={noteHint}
        />
      </div>
      {more?.(id, answer)}
      <div className="flex flex-wrap gap-2">
        <Send names={names} keyDate={keyDate} intent={keyDate ? "correct" : "add"}>
          {keyDate ? "Save key date" : "Add key date"}
        </Send>
        {keyDate ? (
          <Send
            names={names}
            keyDate={keyDate}
            intent="remove"
            variant="outline"
            className="border-error! text-error!"
            busyLabel="Removing…"
          >
            Remove key date
          </Send>
        ) : null}
      </div>
    </Form>
  );
}

const settlements = Object.entries(settlementLabels).map(([value, label]) => ({ value, label }));

function Settle(props: FormProps & { keyDate: DeskKeyDate }) {
  const { names, keyDate, attempt, answer, more } = props;
  const id = `${keyDate.id}-settled`;
  return (
    <Form method="post" noValidate preventScrollReset className={box}>
      <Seen names={names} keyDate={keyDate} attempt={attempt} />
      <div role={answer ? "alert" : undefined}>
        <Field id={id} label="How it was settled" error={answer?.message} size="sm" required>
          <Select name="settledAs" size="sm" placeholder="Choose one" options={settlements} />
        </Field>
      </div>
      <p className="text-sm text-stone">It is no longer reminded of, and leaves the lists of what is ending.</p>
      {more?.(id, answer)}
      <div>
        <Send names={names} keyDate={keyDate} intent="settle">
          Mark as settled
        </Send>
      </div>
    </Form>
  );
}
