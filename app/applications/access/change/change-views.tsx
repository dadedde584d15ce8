import { type MouseEvent, useState } from "react";
import { NotSent } from "~/applications/forms-without-reload/not-sent";
import { isAsSent, takeFocus, useSentForm } from "~/applications/forms-without-reload/use-sent-form";
import { Button, ButtonLink } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import { Banner } from "~/ui/notices/banner";
import type { EmailState } from "../email-state.server";
import type { EmailFormResult } from "../resend-link/email-form-result";
import { useSendAgain } from "../resend-link/use-send-again";

type PendingChangeProps = {
  id: string;
  address: EmailState;
  form?: string;
  /** Called instead of submitting that form, with script. */
  onKeep?: () => void;
  className?: string;
};

export function PendingChange({ id, address, form, onKeep, className = "" }: PendingChangeProps) {
  const { message, busy, send } = useSendAgain(id);
  const keepForm = useSentForm<EmailFormResult>(`/apply/${id}/email/change`, () => ({ isChanged: true }));
  if (address.change === null)
    return keepForm.answer ? (
      <Banner tone="success" role="status" ref={takeFocus} tabIndex={-1} className={className}>
        The change was canceled. We’ll keep writing to <EmailText email={address.email} className="font-medium" />.
      </Banner>
    ) : null;
  const shared = {
    type: "submit",
    name: "intent",
    form,
    formNoValidate: true,
    variant: "outline",
    size: "sm",
  } as const;
  const keepHandler = onKeep && {
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      onKeep();
    },
  };
  const buttons = (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button {...shared} value="send-again" className="min-h-11" busy={busy} busyLabel="Sending…" onClick={send}>
        Send the link again
      </Button>
      <Button {...shared} {...keepHandler} value="keep-address" className="min-h-11 max-w-full">
        {address.email === "" ? (
          "Don’t use this address"
        ) : (
          <span className="min-w-0">
            Keep <EmailText email={address.email} />
          </span>
        )}
      </Button>
    </div>
  );
  return (
    <Banner tone="info" className={className}>
      <p className="text-base">
        <EmailChangeText email={address.email} change={address.change} />
      </p>
      {form ? (
        buttons
      ) : (
        <form method="post" action={`/apply/${id}/email`} onSubmit={keepForm.send}>
          <NotSent failed={keepForm.failed} className="mt-3" />
          {buttons}
        </form>
      )}
      <p role="status" className={message ? "mt-2 font-medium" : "sr-only"}>
        {message}
      </p>
    </Banner>
  );
}

export function EmailChangeText({ email, change }: { email: string; change: string }) {
  return (
    <>
      {email === "" ? null : (
        <>
          We write to <EmailText email={email} className="font-medium" />.{" "}
        </>
      )}
      The change to <EmailText email={change} className="font-medium" /> takes effect once the link that we sent there
      is used.
    </>
  );
}

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

type ConfirmReturningEmailProps = {
  id: string;
  address: EmailState;
  form?: string;
  onChange?: () => void;
  isHere?: boolean;
  className?: string;
};

/** Mails to the current address bounce. On a page with a form, that is saved first. */
export function ConfirmReturningEmail({
  id,
  address,
  form,
  onChange,
  isHere = false,
  className = "",
}: ConfirmReturningEmailProps) {
  if (!address.comesBack) return null;
  return (
    <Banner tone="warning" className={className}>
      <p className="text-base">
        Our emails to <EmailText email={address.email} className="font-medium" /> aren’t arriving.
      </p>
      <p className={isHere ? "hidden" : "mt-3"}>
        {isHere ? null : form ? (
          <Button
            type="submit"
            form={form}
            name="intent"
            value="email"
            formNoValidate
            variant="outline"
            onClick={(event) => {
              event.preventDefault();
              onChange?.();
            }}
          >
            Change email
          </Button>
        ) : (
          <ButtonLink to={`/apply/${id}/email`} variant="outline">
            Change email
          </ButtonLink>
        )}
      </p>
    </Banner>
  );
}
