import { CalendarPlus, PencilLine } from "lucide-react";
import { data, Form, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { requireStaff, type StaffContext } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { requestContext } from "~/core/request-context";
import { formStatusOf } from "~/core/verbs/refused";
import {
  emptyKeyDate,
  inputOf,
  type KeyDateInput,
  type KeyDateProblems,
  keyDateLabel,
  settlementLabels,
} from "~/key-dates/key-date";
import { KeyDateFields } from "~/key-dates/key-date-fields";
import { readKeyDateForm } from "~/key-dates/read-form";
import { readForm } from "~/request-bodies/read-form.server";
import { Button } from "~/ui/button";
import { EditorFold } from "~/ui/editor-fold";
import { Checkbox } from "~/ui/forms/checkbox";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import { Banner } from "~/ui/notices/banner";
import type { DeskKeyDate } from "../read.server";
import type { Route } from "./+types/key-dates";
import {
  addCaseKeyDate,
  correctCaseKeyDate,
  keepCaseKeyDate,
  removeCaseKeyDate,
  settleCaseKeyDate,
  unsettleCaseKeyDate,
} from "./change-key-dates.server";
import { KeyDateDetails } from "./key-date-details";
import { type KeyDatePage, readKeyDatePage } from "./page.server";
import { Press, Seen, Titled, useIsSent } from "./press";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Key dates of ${loaderData?.number ?? "an application"} · Lucaya staff` },
];

/** `/admin/applications/{id}/key-dates`: records, corrects, settles and removes the key dates of an approved case. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const page = await readKeyDatePage(params.id);
  if (!page) throw redirect(`/admin/applications/${params.id}`);
  return { ...page, adds: url.searchParams.has("add") || page.keyDates.length === 0 };
}

/** A form that was refused. */
type Answer = {
  intent: string;
  /** Empty for a new one. */
  keyDate: string;
  attempt: string;
  message: string;
  problems: KeyDateProblems;
  typed: KeyDateInput;
  mails: boolean;
};

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address, browser } = context.get(requestContext);
  const form = await readForm(request);
  const text = (name: string) => String(form.get(name) ?? "");
  const typed = readKeyDateForm(form);
  const [intent, keyDate, attempt, mails] = [text("intent"), text("keyDate"), text("attempt"), text("mails") === "yes"];
  const input = {
    ...{ applicationId: params.id, mails, input: typed, settledAs: text("settledAs") },
    ...{ attempt: attempt || undefined, keyDate: keyDate || undefined, seen: text("seen") || undefined },
  };
  const done = await change(intent, { staff, address, browser }, input);
  if (done.ok) throw redirect(`/admin/applications/${params.id}#key-dates`, { headers: revalidateHeaders });
  const { message, detail: problems = {} } = done;
  return data<Answer>({ intent, keyDate, attempt, message, problems, typed, mails }, formStatusOf(done));
}

function change(intent: string, by: StaffContext, input: object) {
  switch (intent) {
    case "add":
      return addCaseKeyDate(by, input);
    case "correct":
      return correctCaseKeyDate(by, input);
    case "remove":
      return removeCaseKeyDate(by, input);
    case "settle":
      return settleCaseKeyDate(by, input);
    case "unsettle":
      return unsettleCaseKeyDate(by, input);
    case "keep":
      return keepCaseKeyDate(by, input);
    default:
      throw data(null, 400);
  }
}

/** Forces a reload of the case: its URL differs only in the hash, so the router would skip the loader. */
const revalidateHeaders = { "X-Remix-Revalidate": "yes" };

/** Also after a refusal: the form has to show what somebody else has changed. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" || defaultShouldRevalidate;

type Shared = { page: KeyDatePage; answer: Answer | undefined };

export default function CaseKeyDatesPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { id, number, keyDates, adds } = loaderData;
  const shared = { page: loaderData, answer };
  const isApproved = loaderData.status === "approved";
  const added = answer?.intent === "add" ? answer : undefined;
  const shownAt = answer && keyDates.some((keyDate) => keyDate.id === answer.keyDate);
  return (
    <CaseSubpage id={id} number={number} title="Expirations and deadlines" part="#key-dates">
      {answer && !added && !shownAt ? (
        <Banner tone="error" role="alert" title={answer.message || "Please send the form again."} />
      ) : null}
      <div>
        <p className="max-w-prose text-stone">
          Copy the day from the document. The applicant sees these dates, and is reminded of them.
        </p>
        {isApproved ? null : <Banner tone="info" title="Key dates belong to an approved case." className="mt-4" />}
        {keyDates.length === 0 ? <p className="mt-3">No key dates yet.</p> : null}
        <ul className="mt-2">
          {keyDates.map((keyDate) => (
            <KeyDate key={keyDate.id} keyDate={keyDate} {...shared} />
          ))}
        </ul>
        {isApproved ? (
          <EditorFold
            key={keyDates.length}
            title="Add a key date"
            before={<CalendarPlus aria-hidden />}
            opens={added !== undefined || adds}
            className="mt-4"
          >
            <KeyDateForm {...shared} intent="add" answer={added} />
          </EditorFold>
        ) : null}
      </div>
    </CaseSubpage>
  );
}

function KeyDate({ keyDate, ...shared }: Shared & { keyDate: DeskKeyDate }) {
  const { id, settledAs, suspendedAt, revision } = keyDate;
  const { page } = shared;
  const answer = shared.answer?.keyDate === id ? shared.answer : undefined;
  const corrected = answer?.intent === "correct" ? answer : undefined;
  const settled = answer?.intent === "settle" ? answer : undefined;
  const name = keyDateLabel(keyDate);
  const press = { id: page.id, keyDate, attempt: page.attempt };
  return (
    <li id={`key-date-${id}`} className="grid scroll-mt-20 gap-3 border-line py-3.5 not-last:border-b">
      <div>
        <KeyDateDetails keyDate={keyDate} today={page.today} />
      </div>
      {answer && !corrected && !settled ? <Banner tone="error" role="alert" title={answer.message} /> : null}
      {page.status !== "approved" ? null : suspendedAt ? (
        <div className="flex flex-wrap gap-2">
          <Press {...press} intent="keep">
            <Titled by={name}>Keep</Titled>
          </Press>
          <Press {...press} intent="remove">
            <Titled by={name}>Remove</Titled>
          </Press>
        </div>
      ) : (
        <div className="flex flex-wrap items-start gap-2">
          <EditorFold
            key={`change ${revision}`}
            title={<Titled by={name}>Change</Titled>}
            before={<PencilLine aria-hidden />}
            opens={corrected !== undefined}
            className="open:basis-full"
          >
            <KeyDateForm {...shared} intent="correct" keyDate={keyDate} answer={corrected} />
          </EditorFold>
          {settledAs === null ? (
            <EditorFold
              key={`settle ${revision}`}
              title={<Titled by={name}>Mark as settled</Titled>}
              opens={settled !== undefined}
              className="open:basis-full"
            >
              <Settle keyDate={keyDate} page={page} answer={settled} />
            </EditorFold>
          ) : (
            <Press {...press} intent="unsettle">
              <Titled by={name}>Take back</Titled>
            </Press>
          )}
        </div>
      )}
    </li>
  );
}

const box = "grid gap-4 rounded-lg border border-line bg-mist/60 p-4";

function Mails({ id, page, answer }: Shared & { id: string }) {
  if (page.email === "") return <p className="text-sm text-stone">No email will be sent because there’s no address.</p>;
  return (
    <Checkbox
      id={`${id}-mails`}
      name="mails"
      value="yes"
      size="sm"
      defaultChecked={answer?.mails ?? true}
      label="Send an email about it"
    />
  );
}

type FormProps = Shared & { intent: "add" | "correct"; keyDate?: DeskKeyDate };

function KeyDateForm({ page, intent, keyDate, answer }: FormProps) {
  const isSent = useIsSent();
  const problems = answer?.problems ?? {};
  const hasProblems = Object.keys(problems).length > 0;
  const id = keyDate?.id ?? "new";
  const stored = keyDate ? inputOf(keyDate) : emptyKeyDate;
  return (
    <Form method="post" noValidate preventScrollReset className={box}>
      <Seen keyDate={keyDate} attempt={answer?.attempt || page.attempt} />
      {answer && !hasProblems ? (
        <Banner tone="error" role="alert" className="bg-white">
          {answer.message || "Please send the form again."}
        </Banner>
      ) : null}
      <div role={hasProblems ? "alert" : undefined}>
        <KeyDateFields
          key={answer ? "typed" : "stored"}
          id={id}
          input={answer?.typed ?? stored}
          problems={problems}
          noteHint="The applicant reads this."
        />
      </div>
      <Mails id={id} page={page} answer={answer} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value={intent} size="sm" busy={isSent(intent, keyDate)} busyLabel="Saving…">
          {keyDate ? "Save key date" : "Add key date"}
        </Button>
        {keyDate ? (
          <Button
            type="submit"
            name="intent"
            value="remove"
            variant="outline"
            size="sm"
            className="border-error! text-error!"
            busy={isSent("remove", keyDate)}
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

function Settle({ keyDate, page, answer }: Shared & { keyDate: DeskKeyDate }) {
  const isSent = useIsSent();
  const id = `${keyDate.id}-settled`;
  return (
    <Form method="post" noValidate preventScrollReset className={box}>
      <Seen keyDate={keyDate} attempt={page.attempt} />
      <div role={answer ? "alert" : undefined}>
        <Field id={id} label="How it was settled" error={answer?.message} size="sm" required>
          <Select name="settledAs" size="sm" placeholder="Choose one" options={settlements} />
        </Field>
      </div>
      <p className="text-sm text-stone">It is no longer reminded of, and leaves the lists of what is ending.</p>
      <Mails id={id} page={page} answer={answer} />
      <div>
        <Button
          type="submit"
          name="intent"
          value="settle"
          size="sm"
          busy={isSent("settle", keyDate)}
          busyLabel="Saving…"
        >
          Mark as settled
        </Button>
      </div>
    </Form>
  );
}
