import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Dialog } from "~/ui/notices/dialog";
import { useScripted } from "~/ui/use-scripted";
import type { ApplicationDetail } from "../case.server";

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

/** The form that says yes: with what was typed, once more. */
function Yes({ application, attempt, problem }: AskedStatus) {
  const { formMethod, formData } = useNavigation();
  const busy = formMethod === "POST" && formData?.get("sure") === "yes";
  return (
    <Form method="post" replace preventScrollReset>
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="attempt" value={attempt} />
      <input type="hidden" name="seen" value={application.status} />
      <input type="hidden" name="status" value={problem.status} />
      <input type="hidden" name="message" value={problem.text} />
      <input type="hidden" name="sure" value="yes" />
      <Button type="submit" busy={busy} busyLabel="Updating…">
        Yes, change it
      </Button>
    </Form>
  );
}

/** Asked before a final status is set or left (K-UNDO-1, K-UNDO-6), over the case. */
export function FinalQuestion(asked: AskedStatus) {
  const { problem } = asked;
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
          <Yes {...asked} />
        </>
      }
    />
  );
}

/** The same without script: a page of its own. */
export function FinalQuestionPage(asked: AskedStatus) {
  const { application, problem } = asked;
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
        <Yes {...asked} />
        <ButtonLink to={`/admin/applications/${application.id}`} variant="outline">
          No, leave it
        </ButtonLink>
      </div>
    </section>
  );
}
