import type { MouseEvent } from "react";
import { NotSent } from "~/applications/forms-without-reload/not-sent";
import { takeFocus, useSentForm } from "~/applications/forms-without-reload/use-sent-form";
import { Button } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { Banner } from "~/ui/notices/banner";
import { EmailButton } from "../email-button";
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
        {isHere ? null : (
          <EmailButton id={id} form={form} onPress={onChange}>
            Change email
          </EmailButton>
        )}
      </p>
    </Banner>
  );
}
