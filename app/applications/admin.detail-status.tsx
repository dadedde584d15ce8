import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { nassauTime } from "~/accounts/nassau-time";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Textarea } from "~/ui/input";
import { Select } from "~/ui/select";
import { statusLook } from "~/ui/status-badge";
import type { ApplicationDetail } from "./staff-detail.server";
import { choicesFor, defaultMessage } from "./status-choices";

export type StatusProblem = { reason: string; message: string; detail: string; status: string; text: string };

/** The next status answers the request, whichever it is. */
function WithdrawalRequest({ application }: Pick<ApplicationDetail, "application">) {
  const { withdrawalRequestedAt: at, withdrawalReason: reason } = application;
  return (
    <Banner tone="warning" title="The applicant asks to withdraw" className="mt-3 bg-white">
      {at ? <p className="text-xs text-stone">{nassauTime(at)}</p> : null}
      {reason ? (
        <p dir="auto" className="mt-1 break-words whitespace-pre-line">
          {reason}
        </p>
      ) : null}
      <p className="mt-1">The status that you set next answers the request; Withdrawn ends the application.</p>
    </Banner>
  );
}

export function StatusForm(props: Pick<ApplicationDetail, "application"> & { problem: StatusProblem | undefined }) {
  const { application, problem } = props;
  const { formMethod, formData } = useNavigation();
  const busy = formMethod === "POST" && formData?.get("intent") === "status";
  const choices = choicesFor(application);
  const [chosen, setChosen] = useState(problem?.status ?? "");
  const unchosen = problem?.reason === "no-status";
  const draft = application.submittedAt === null;
  return (
    <section aria-labelledby="set-status" className="rounded-xl border border-line bg-sand p-4">
      <h2 id="set-status" className="text-lg">
        Update status
      </h2>
      {application.withdrawalRequestedAt ? <WithdrawalRequest application={application} /> : null}
      {problem && !unchosen ? (
        <Banner tone="error" role="alert" title={problem.message} className="mt-3 bg-white">
          {problem.detail || null}
        </Banner>
      ) : null}
      <Form method="post" replace preventScrollReset className="mt-3 grid gap-4">
        <input type="hidden" name="intent" value="status" />
        <input type="hidden" name="seen" value={application.status} />
        <div role={unchosen ? "alert" : undefined}>
          <Field
            id="status"
            label="New status"
            size="sm"
            hint={draft ? "It was never submitted, so it can only be withdrawn." : undefined}
            error={unchosen ? problem.message : undefined}
          >
            <Select
              name="status"
              size="sm"
              placeholder="Choose a status"
              defaultValue={problem?.status ?? ""}
              onChange={(event) => setChosen(event.currentTarget.value)}
              options={choices.map((status) => ({ value: status, label: statusLook(status).label }))}
            />
          </Field>
        </div>
        <Field id="message" label="Message to the applicant" mark="optional" size="sm">
          <Textarea
            name="message"
            size="sm"
            rows={3}
            maxLength={2000}
            defaultValue={problem?.text}
            placeholder={chosen ? defaultMessage(chosen) : "Your application status has been updated to …"}
          />
        </Field>
        <Button type="submit" wide busy={busy} busyLabel="Updating…">
          Update Status
        </Button>
        <p className="text-xs text-stone">The applicant gets a mail with the new status and the message.</p>
      </Form>
    </section>
  );
}
