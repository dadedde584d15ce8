import { useState } from "react";
import { Form, Link } from "react-router";
import { nassauTime } from "~/core/time";
import { Button, SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { TextLink } from "~/ui/link";
import { statusLook } from "~/ui/lists/status-badge";
import { Banner } from "~/ui/notices/banner";
import { Dialog } from "~/ui/notices/dialog";
import type { ApplicationDetail } from "../../case-data/case.server";
import { choicesFor, defaultMessage, needsInterview, seenStatus } from "../status-choices";
import { FinalQuestion, type StatusProblem } from "./final-question";
import type { StatusPreview } from "./set-status.server";

type Withdrawal = Pick<ApplicationDetail["application"], "withdrawalRequestedAt" | "withdrawalReason">;

/** The open request to withdraw; any status that is set in the form next to it answers it. */
export function WithdrawalRequest({ application }: { application: Withdrawal }) {
  const { withdrawalRequestedAt: instant, withdrawalReason: reason } = application;
  return (
    <Banner tone="warning" title="The applicant asks to withdraw" className="mt-3 bg-white">
      {instant ? <p className="text-xs text-stone">{nassauTime(instant)}</p> : null}
      {reason ? (
        <p dir="auto" className="mt-1 break-words whitespace-pre-line">
          {reason}
        </p>
      ) : null}
      <p className="mt-1">Setting any status answers the request. Setting Withdrawn ends the application.</p>
    </Banner>
  );
}

/** Links to the form of an interview, which also sets the status. */
function NeedsInterview({ id }: { id: string }) {
  return (
    <>
      {needsInterview}{" "}
      <TextLink to={`/admin/applications/${id}/appointments?kind=interview`}>Make the interview</TextLink>
    </>
  );
}

const failedToUpdate = "Failed to update status. Please try again.";

export type StatusInput = { status: string; text: string };
type StatusFormProps = Pick<ApplicationDetail, "application" | "requests" | "amendments" | "attempt"> & {
  problem: StatusProblem | undefined;
  /** The requested preview, and its input. */
  preview: StatusPreview | undefined;
  asked: StatusInput | undefined;
};

export function StatusForm({ application, attempt, problem, preview, asked, ...sent }: StatusFormProps) {
  const choices = choicesFor(application);
  const lastInput = problem ?? asked;
  const [chosen, setChosen] = useState(lastInput?.status ?? "");
  const unchosen = problem?.status === "";
  const lacksInterview = problem?.message === needsInterview;
  const atStatus = unchosen || lacksInterview;
  const draft = application.submittedAt === null;
  return (
    <section aria-labelledby="set-status" className="rounded-xl border border-line bg-sand px-4 pt-3.5">
      <h2 id="set-status" className="scroll-mt-20 text-lg lg:scroll-mt-4">
        Update status
      </h2>
      {application.withdrawalRequestedAt ? <WithdrawalRequest application={application} /> : null}
      {problem && !atStatus && !problem.asks ? (
        <Banner tone="error" role="alert" title={failedToUpdate} className="mt-3 bg-white">
          {problem.message || null}
        </Banner>
      ) : null}
      <Form
        id="status-form"
        method="post"
        replace
        preventScrollReset
        data-failed={failedToUpdate}
        className="mt-2.5 grid gap-3"
      >
        <input type="hidden" name="attempt" value={attempt} />
        <input type="hidden" name="seen" value={seenStatus(application)} />
        <div role={atStatus ? "alert" : undefined} data-status="">
          <Field
            id="status"
            label="New status"
            size="sm"
            hint={draft ? "This application was never submitted, so it can only be withdrawn." : undefined}
            error={
              lacksInterview ? <NeedsInterview id={application.id} /> : unchosen ? "Please select a status." : undefined
            }
          >
            <Select
              name="status"
              size="sm"
              placeholder="Choose a status"
              defaultValue={lastInput?.status ?? ""}
              onChange={(event) => setChosen(event.currentTarget.value)}
              options={choices.map((status) => ({ value: status, label: statusLook(status).label }))}
            />
          </Field>
        </div>
        <Field id="message" label="Message to the applicant" mark="optional" size="sm">
          <Textarea
            name="message"
            size="sm"
            rows={2}
            maxLength={2000}
            defaultValue={lastInput?.text}
            placeholder={defaultMessage(chosen || "…") || "What the authorities said, and what comes next"}
          />
        </Field>
        <p className="text-xs text-stone">
          {application.userEmail === ""
            ? "No email will be sent because there’s no address. The new status and the message appear on the application page."
            : "The applicant gets an email with the new status and the message."}
        </p>
        <div className="sticky bottom-0 z-10 -mx-4 grid grid-cols-2 gap-2 border-t border-line bg-sand px-4 py-2.5">
          <SubmitButton intent="preview" data-saves="no" variant="outline" className="px-2" busyLabel="Writing…">
            Preview the email
          </SubmitButton>
          <SubmitButton intent="status" className="px-2" busyLabel="Updating…">
            Update Status
          </SubmitButton>
        </div>
        {draft ? null : (
          <Link
            to={`/admin/applications/${application.id}/decision`}
            className="-mt-1 mb-2.5 inline-flex min-h-8 items-center justify-center rounded-xs text-sm font-semibold text-sea-ink hover:underline"
          >
            Decide with documents
          </Link>
        )}
      </Form>
      {problem?.asks ? <FinalQuestion application={application} problem={problem} {...sent} /> : null}
      {preview ? <MailPreview preview={preview} /> : null}
    </section>
  );
}

/** The mail as it would be sent, in a frame without scripts and network. */
function MailPreview({ preview }: { preview: StatusPreview }) {
  const [left, setLeft] = useState<StatusPreview>();
  return (
    <Dialog
      open={preview !== left}
      onClose={() => setLeft(preview)}
      size="lg"
      className="noscript:static noscript:mx-0 noscript:mt-5 noscript:w-full"
      title="Email preview (not sent yet)"
      description={
        <dl className="text-sm break-words">
          <div>
            <dt className="inline font-medium">To: </dt>
            <dd className="inline text-ink">{preview.to || "No address, so it won’t be sent"}</dd>
          </div>
          <div>
            <dt className="inline font-medium">Subject: </dt>
            <dd className="inline text-ink">{preview.subject}</dd>
          </div>
        </dl>
      }
      footer={
        <>
          <Button variant="outline" className="noscript:hidden" onClick={() => setLeft(preview)}>
            Back to the message
          </Button>
          <SubmitButton form="status-form" intent="status-read" busyLabel="Updating…" className="noscript:hidden">
            Update and send
          </SubmitButton>
        </>
      }
    >
      <iframe
        sandbox=""
        srcDoc={preview.html}
        title="The email to the applicant"
        className="h-[min(34rem,55dvh)] w-full rounded-lg border border-line bg-white"
      />
      <details className="mt-2">
        <summary className="w-fit cursor-pointer rounded-xs py-1 text-xs font-semibold text-sea-ink hover:underline">
          As plain text
        </summary>
        <pre className="mt-1 overflow-x-auto rounded-lg border border-line bg-white p-3 font-mono text-xs whitespace-pre-wrap">
          {preview.text}
        </pre>
      </details>
    </Dialog>
  );
}
