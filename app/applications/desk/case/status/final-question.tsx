import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Dialog } from "~/ui/notices/dialog";
import { useScripted } from "~/ui/use-scripted";
import type { ApplicationDetail } from "../case.server";
import { seenStatus } from "../status-choices";

/** The reason of a refusal, with the input. */
export type StatusProblem = {
  message: string;
  /** It is a question: with a yes it is done (K-UNDO-1, K-UNDO-6). */
  asks: boolean;
  status: string;
  text: string;
};

export type AskedStatus = Pick<ApplicationDetail, "application" | "attempt"> & { problem: StatusProblem };

const told = "The applicant is told at once.";

/** Sends the form again that it belongs to: that of its own, or of the id. */
function Yes({ form }: { form?: string }) {
  const { formMethod, formData } = useNavigation();
  const busy = formMethod === "POST" && formData?.get("intent") === "status-sure";
  return (
    <Button type="submit" form={form} name="intent" value="status-sure" busy={busy} busyLabel="Updating…">
      Yes, change it
    </Button>
  );
}

/** Asked before a final status is set or left (K-UNDO-1, K-UNDO-6), over the case. */
export function FinalQuestion({ problem }: Pick<AskedStatus, "problem">) {
  const scripted = useScripted();
  const [left, setLeft] = useState<StatusProblem>();
  if (!scripted) return null;
  const leave = () => setLeft(problem);
  return (
    <Dialog
      open={problem !== left}
      onClose={leave}
      role="alertdialog"
      size="sm"
      closeOnBackdrop={false}
      title={problem.message}
      description={told}
      footer={
        <>
          <Button variant="outline" onClick={leave} data-autofocus="">
            No, leave it
          </Button>
          <Yes form="status-form" />
        </>
      }
    />
  );
}

/** The same without script: a page of its own, with what was typed in its form. */
export function FinalQuestionPage({ application, attempt, problem }: AskedStatus) {
  return (
    <section
      aria-labelledby="question"
      className="max-w-2xl rounded-2xl bg-white p-6 shadow-xs ring-1 ring-line sm:p-8"
    >
      <p className="font-mono text-sm text-stone">{application.applicationNumber}</p>
      <h1 id="question" className="mt-1 text-2xl">
        {problem.message}
      </h1>
      <p className="mt-2 text-stone">{told}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Form method="post">
          <input type="hidden" name="attempt" value={attempt} />
          <input type="hidden" name="seen" value={seenStatus(application)} />
          <input type="hidden" name="status" value={problem.status} />
          <input type="hidden" name="message" value={problem.text} />
          <Yes />
        </Form>
        <ButtonLink to={`/admin/applications/${application.id}`} variant="outline">
          No, leave it
        </ButtonLink>
      </div>
    </section>
  );
}
