import { useState } from "react";
import { NotSent } from "~/applications/forms-without-reload/not-sent";
import { isAsSent, useSentForm } from "~/applications/forms-without-reload/use-sent-form";
import { Button } from "~/ui/button";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import type { EmailState } from "../email-state.server";
import type { EmailFormResult } from "../resend-link/email-form-result";

type ChangeFormProps = { id: string; address: EmailState; problem?: EmailFormResult["problem"] };

export function ChangeForm({ id, address, problem: unscripted }: ChangeFormProps) {
  // Remount the empty input once its address was requested, unless it was edited meanwhile.
  const [round, setRound] = useState(0);
  const sent = useSentForm<EmailFormResult>(`/apply/${id}/email/change`, ({ problem }, fields, form) => {
    if (!problem && isAsSent(form, fields, "email")) setRound((count) => count + 1);
    return { isChanged: !problem };
  });
  const problem = sent.answer ? sent.answer.problem : unscripted;
  // Until the link is used, or the current address is kept.
  const isRequested = address.change !== null && sent.answer !== undefined && !problem && !sent.failed;
  return (
    <form
      method="post"
      action={`/apply/${id}/email`}
      onSubmit={sent.send}
      noValidate
      aria-label="Change email"
      className="grid max-w-md gap-5"
    >
      <Field
        key={round}
        id="new-email"
        label="New email address"
        hint="We’ll send a link to it. Your address changes once you use the link."
        error={problem?.message}
        required
      >
        <EmailInput name="email" autoComplete="email" maxLength={254} defaultValue={problem?.email} required />
      </Field>
      <NotSent failed={sent.failed} />
      <p role="status" className={isRequested ? "font-medium text-success" : "sr-only"}>
        {isRequested ? "Please use the link that we sent to the new address." : ""}
      </p>
      <div>
        <Button type="submit" name="intent" value="change" busy={sent.intent === "change"}>
          Change email
        </Button>
      </div>
    </form>
  );
}
