import { type ReactNode, useState } from "react";
import { data, Form, redirect } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { revalidateAfterPost } from "~/core/revalidate";
import { stripInvalidCharacters } from "~/core/text-input";
import { statusOf } from "~/core/verbs/refused";
import type { ApplicationStatus } from "~/db/schema/values";
import { acceptOf, defaultRules, formatFileRules, isChosen } from "~/documents/file-rules";
import { readyFile } from "~/documents/ready-file";
import { type KeyDateProblems, keyDateLabel } from "~/key-dates/key-date";
import { dayInWords } from "~/key-dates/mailed";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { FileInput } from "~/ui/forms/file-input";
import { Textarea } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { StatusBadge } from "~/ui/lists/status-badge";
import { Banner } from "~/ui/notices/banner";
import { Dialog } from "~/ui/notices/dialog";
import { useScripted } from "~/ui/use-scripted";
import { type ApplicationDetail, readApplication } from "../../case-data/case.server";
import { SentItems } from "../../requests/desk/items";
import type { StatusQuestion } from "../../status/desk/set-status.server";
import { WithdrawalRequest } from "../../status/desk/status";
import { seenStatus } from "../../status/status-choices";
import type { Route } from "./+types/decision";
import { type DecisionField, decide } from "./decide.server";
import { type DatesInput, DecisionDates, readDates } from "./decision-dates";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Decision on ${loaderData?.number ?? "an application"} · Lucaya staff` },
];

/** `/admin/applications/{id}/decision`: approves or denies with documents and next steps. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request);
  const detail = await readApplication(params.id);
  if (!detail?.application.submittedAt) throw redirect(`/admin/applications/${params.id}`);
  const { id, applicationNumber: number, name, status } = detail.application;
  const { withdrawalRequestedAt, withdrawalReason } = detail.application;
  const { requests, amendments } = detail;
  const shown = { id, number, name, status, withdrawalRequestedAt, withdrawalReason };
  const left = detail.keyDates.map((row) => ({ id: row.id, label: keyDateLabel(row), day: dayInWords(row) }));
  return { ...shown, requests, amendments, left, attempt: crypto.randomUUID() };
}

type DecisionInput = { status: string; message: string; nextSteps: string; dates: DatesInput };
/** `files`: names of the chosen documents, which have to be chosen again without a script. */
type Answer = {
  typed: DecisionInput;
  files: string[];
  message: string;
  field: DecisionField | null;
  dateProblems: KeyDateProblems[];
  asks: boolean;
  question: string;
  unchecked: StatusQuestion["unchecked"];
};

export async function action({ request, params, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = await readForm(request);
  const files = form.getAll("documents").filter(isChosen);
  const text = (name: string) => String(form.get(name) ?? "");
  const rawInput = { status: text("status"), message: text("message"), nextSteps: text("nextSteps") };
  const more = {
    applicationId: params.id,
    seen: text("seen") || undefined,
    sure: text("sure"),
    question: form.has("question") ? text("question") : undefined,
    unchecked: text("unchecked") || undefined,
    uncheckedSeen: text("uncheckedSeen"),
    attempt: text("attempt") || undefined,
  };
  const input = { ...rawInput, ...more };
  const dates = readDates(form);
  const decided = await decide(by, input, files, dates);
  if (decided.ok) {
    const notice = decided.mailed ? "status-updated" : "status-updated-unmailed";
    return redirect(`/admin/applications/${params.id}`, { headers: { "Set-Cookie": flash(notice) } });
  }
  const detail: object = decided.detail ?? {};
  const answer: Answer = {
    typed: {
      ...rawInput,
      message: stripInvalidCharacters(rawInput.message),
      nextSteps: stripInvalidCharacters(rawInput.nextSteps),
      dates,
    },
    files: files.map(({ name }) => name),
    message: decided.message,
    field: "field" in detail ? (detail.field as DecisionField) : null,
    dateProblems: "problems" in detail ? (detail.problems as KeyDateProblems[]) : [],
    asks: "ask" in detail,
    question: "question" in detail ? String(detail.question) : "",
    unchecked: "unchecked" in detail ? (detail.unchecked as StatusQuestion["unchecked"]) : undefined,
  };
  return data(answer, statusOf(decided));
}

export const shouldRevalidate = revalidateAfterPost;

export default function Decision({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, name, status, attempt } = loaderData;
  const error = (field: DecisionField) => (actionData?.field === field ? actionData.message : undefined);
  return (
    <CaseSubpage id={id} number={number} title="Decide" about={name} marks={<StatusBadge status={status} />}>
      <div>
        <p className="text-stone">
          The applicant gets one email with the status, your message, the next steps and the document names. They
          download the documents from their application page.
        </p>
        {loaderData.withdrawalRequestedAt ? <WithdrawalRequest application={loaderData} /> : null}
        {actionData?.asks ? (
          <noscript>
            <p role="alert" className="mt-4 rounded-lg bg-warning-ground px-4 py-3 font-medium">
              {actionData.unchecked
                ? `${actionData.message} Choose below whether to accept what the applicant sent, check “Yes, I am sure” and submit again.`
                : `${actionData.message} Check “Yes, I am sure” below and submit again.`}
            </p>
          </noscript>
        ) : null}
        {actionData && !actionData.field && !actionData.asks ? (
          <Banner tone="error" role="alert" title="Nothing was changed" className="mt-4">
            {actionData.message || "This could not be saved. Please try again."}
          </Banner>
        ) : null}
        <Form id="decision-form" method="post" encType="multipart/form-data" className="group/decide mt-5 grid gap-5">
          <input type="hidden" name="attempt" value={attempt} />
          <input type="hidden" name="seen" value={seenStatus(loaderData)} />
          <Field id="decision-status" label="Decision" error={error("status")} required>
            <Select
              name="status"
              placeholder="Choose a decision"
              defaultValue={actionData?.typed.status ?? ""}
              options={[
                { value: "approved", label: "Approved" },
                { value: "denied", label: "Denied" },
              ]}
            />
          </Field>
          <DecisionDates
            left={loaderData.left}
            typed={actionData?.typed.dates}
            message={error("dates")}
            problems={actionData?.dateProblems ?? []}
          />
          <Field
            id="decision-message"
            label="Message to the applicant"
            mark="optional"
            hint="After a refusal: why, and what the applicant can do next."
          >
            <Textarea name="message" rows={3} maxLength={2000} defaultValue={actionData?.typed.message} />
          </Field>
          <Field
            id="next-steps"
            label="Next steps"
            mark="optional"
            hint="What the applicant does now, such as where and when to collect the visa."
            error={error("nextSteps")}
          >
            <Textarea name="nextSteps" rows={4} maxLength={2000} defaultValue={actionData?.typed.nextSteps} />
          </Field>
          <Field
            id="decision-documents"
            label="Documents"
            mark="optional"
            hint="The visa or the letter, up to 10 files."
            error={error("documents")}
          >
            <FileInput
              name="documents"
              multiple
              accept={acceptOf(defaultRules)}
              limits={formatFileRules(defaultRules)}
              ready={(file) => readyFile(file, defaultRules)}
            />
          </Field>
          {actionData && actionData.files.length > 0 ? (
            <noscript>
              <p className="rounded-lg bg-warning-ground px-4 py-3">
                Please choose the documents again, or they won’t be sent: <bdi>{actionData.files.join(", ")}</bdi>
              </p>
            </noscript>
          ) : null}
          {actionData?.asks ? <input type="hidden" name="question" value={actionData.question} /> : null}
          {actionData?.asks ? (
            <Question key={attempt} answer={actionData}>
              {actionData.unchecked ? <UncheckedAnswers shown={loaderData} unchecked={actionData.unchecked} /> : null}
            </Question>
          ) : null}
          {actionData?.unchecked ? (
            <>
              <input type="hidden" name="uncheckedSeen" value={actionData.unchecked.ids.join(" ")} />
              <noscript>
                <UncheckedAnswers shown={loaderData} unchecked={actionData.unchecked} />
                <fieldset className="mt-3 grid gap-2">
                  <legend className="font-medium">What the applicant sent</legend>
                  <label className="flex min-h-9 items-center gap-2.5">
                    <input type="radio" name="unchecked" value="accept" className="size-5 accent-sea" /> Accept it first
                  </label>
                  <label className="flex min-h-9 items-center gap-2.5">
                    <input type="radio" name="unchecked" value="close" className="size-5 accent-sea" /> Decide without
                    accepting it
                  </label>
                </fieldset>
              </noscript>
            </>
          ) : null}
          {actionData?.asks ? (
            <noscript>
              <label className="flex min-h-9 items-center gap-2.5 font-medium">
                <input type="checkbox" name="sure" value="yes" className="size-5 accent-sea" /> Yes, I am sure: it can’t
                be undone
              </label>
            </noscript>
          ) : null}
          <div>
            <SubmitButton busyLabel="Deciding…">Decide and notify applicant</SubmitButton>
          </div>
        </Form>
      </div>
    </CaseSubpage>
  );
}

type UncheckedProps = {
  shown: { id: string; status: ApplicationStatus } & Pick<ApplicationDetail, "requests" | "amendments">;
  unchecked: NonNullable<Answer["unchecked"]>;
};

function UncheckedAnswers({ shown, unchecked }: UncheckedProps) {
  const { requests, amendments } = shown;
  return <SentItems application={shown} requests={requests} amendments={amendments} answers={unchecked.ids} />;
}

/** Asks before a decision is made or left; the form behind the dialog keeps its files. */
function Question({ answer, children }: { answer: Answer; children: ReactNode }) {
  const scripted = useScripted();
  const [left, setLeft] = useState<Answer>();
  if (!scripted) return null;
  const leave = () => setLeft(answer);
  const { unchecked } = answer;
  const button = { type: "submit", form: "decision-form" } as const;
  return (
    <Dialog
      open={answer !== left}
      onClose={leave}
      role="alertdialog"
      size={unchecked ? "lg" : "sm"}
      closeOnBackdrop={false}
      title={answer.message}
      description={
        unchecked
          ? `${unchecked.question} The applicant will be notified immediately.`
          : "The applicant will be notified immediately."
      }
      footer={
        <>
          <Button variant="outline" onClick={leave} data-autofocus="">
            No, leave it
          </Button>
          {unchecked ? (
            <>
              <input type="hidden" form="decision-form" name="sure" value="yes" />
              <Button {...button} name="unchecked" value="close" variant="outline">
                Decide without accepting
              </Button>
              <Button {...button} name="unchecked" value="accept">
                Accept and decide
              </Button>
            </>
          ) : (
            <Button {...button} name="sure" value="yes">
              Yes, decide
            </Button>
          )}
        </>
      }
    >
      {children}
    </Dialog>
  );
}
