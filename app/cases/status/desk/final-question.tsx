import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Dialog } from "~/ui/notices/dialog";
import { useScripted } from "~/ui/use-scripted";
import type { ApplicationDetail } from "../../case-data/case.server";
import { SentItems } from "../../requests/desk/items";
import { seenStatus } from "../status-choices";
import type { StatusQuestion } from "./set-status.server";

export type StatusProblem = {
  message: string;
  /** A question: confirming this message does it. */
  asks: boolean;
  question?: string | undefined;
  /** Unchecked answers that the status would close. */
  unchecked?: StatusQuestion["unchecked"];
  status: string;
  text: string;
};

/** The case with the answers that the status would close. */
type Case = Pick<ApplicationDetail, "application" | "requests" | "amendments">;
export type FinalStatus = Case & Pick<ApplicationDetail, "attempt"> & { problem: StatusProblem };

const notifiedNote = "The applicant will be notified immediately.";

const busyLabel = "Updating…";

/** Submits the form again: its own, or the one with this id. */
function Yes({ form, problem: { unchecked, question } }: { form?: string; problem: StatusProblem }) {
  const { formMethod, formData } = useNavigation();
  const busy = (intent: string) => formMethod === "POST" && formData?.get("intent") === intent;
  const button = { type: "submit", form, name: "intent", busyLabel } as const;
  const shown = <input type="hidden" form={form} name="question" value={question} />;
  if (!unchecked)
    return (
      <>
        {shown}
        <Button {...button} value="status-sure" busy={busy("status-sure")}>
          Yes, change it
        </Button>
      </>
    );
  return (
    <>
      {shown}
      <input type="hidden" form={form} name="uncheckedSeen" value={unchecked.ids.join(" ")} />
      <Button {...button} value="status-close" variant="outline" busy={busy("status-close")}>
        Change without accepting
      </Button>
      <Button {...button} value="status-accept" busy={busy("status-accept")}>
        Accept and change
      </Button>
    </>
  );
}

/** Asks over the case before a final status is set or left. */
export function FinalQuestion({ problem, ...shown }: Case & Pick<FinalStatus, "problem">) {
  const scripted = useScripted();
  const [left, setLeft] = useState<StatusProblem>();
  if (!scripted) return null;
  const leave = () => setLeft(problem);
  const { unchecked } = problem;
  return (
    <Dialog
      open={problem !== left}
      onClose={leave}
      role="alertdialog"
      size={unchecked ? "lg" : "sm"}
      closeOnBackdrop={false}
      title={problem.message}
      description={unchecked ? `${unchecked.question} ${notifiedNote}` : notifiedNote}
      footer={
        <>
          <Button variant="outline" onClick={leave} data-autofocus="">
            No, leave it
          </Button>
          <Yes form="status-form" problem={problem} />
        </>
      }
    >
      {unchecked ? <SentItems {...shown} answers={unchecked.ids} /> : null}
    </Dialog>
  );
}

/** The question without a script: a page of its own, with the typed values in its form. */
export function FinalQuestionPage({ attempt, problem, ...shown }: FinalStatus) {
  const { application } = shown;
  const { unchecked } = problem;
  return (
    <section
      aria-labelledby="question"
      className="max-w-2xl rounded-2xl bg-white p-6 shadow-xs ring-1 ring-line sm:p-8"
    >
      <p className="font-mono text-sm text-stone">{application.applicationNumber}</p>
      <h1 id="question" className="mt-1 text-2xl">
        {problem.message}
      </h1>
      <p className="mt-2 text-stone">{unchecked ? `${unchecked.question} ${notifiedNote}` : notifiedNote}</p>
      {unchecked ? <SentItems {...shown} answers={unchecked.ids} /> : null}
      <div className="mt-5 flex flex-wrap gap-3">
        <Form method="post" className="flex flex-wrap gap-3">
          <input type="hidden" name="attempt" value={attempt} />
          <input type="hidden" name="seen" value={seenStatus(application)} />
          <input type="hidden" name="status" value={problem.status} />
          <input type="hidden" name="message" value={problem.text} />
          <Yes problem={problem} />
        </Form>
        <ButtonLink to={`/admin/applications/${application.id}`} variant="outline">
          No, leave it
        </ButtonLink>
      </div>
    </section>
  );
}
