import { Mail } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { EmailText } from "~/ui/email-text";
import { Banner } from "~/ui/notices/banner";
import { EmailButton } from "./email-button";
import type { EmailState } from "./email-state.server";
import { useSendAgain } from "./resend-link/use-send-again";

type AddressNoticeProps = {
  id: string;
  address: EmailState;
  form?: string;
  className?: string;
};

type NoAddressProps = AddressNoticeProps & {
  /** Called instead of submitting the form, with script. */
  onGive?: () => void;
  submitted?: boolean;
};

export function MissingEmailNotice({ id, address, form, onGive, submitted, className = "" }: NoAddressProps) {
  if (address.email !== "") return null;
  return (
    <Banner tone="warning" title="We have no email address for this application" className={className}>
      <p>
        The email address on this application belongs to someone else, so it may have been mistyped. Your answers are
        safe. Please add your own address
        {submitted ? ", so that we can email you about decisions." : ". You need one to submit."}
      </p>
      <p className="mt-3">
        <EmailButton id={id} form={form} onPress={onGive}>
          Give another email address
        </EmailButton>
      </p>
    </Banner>
  );
}

export function CurrentEmailNotice({ address, className = "" }: { address: EmailState; className?: string }) {
  if (address.email === "") return null;
  return (
    <p className={className}>
      Our emails about this application go to <EmailText email={address.email} className="font-medium" />.
    </p>
  );
}

/** Without script the button saves the step and opens a page with the result. */
export function UnconfirmedEmailNotice({ id, address, form, className = "" }: AddressNoticeProps) {
  const { message, busy, send } = useSendAgain(id);
  if (address.email === "" || address.confirmed) return null;
  // An address that waits for its link is the one to confirm, not the one that it replaces.
  const unconfirmed = address.change ?? address.email;
  const again = (
    <Button
      type="submit"
      form={form}
      name="intent"
      value="send-again"
      formNoValidate
      variant="quiet"
      size="sm"
      className="-ml-3 min-h-11 sm:ml-0"
      busy={busy}
      busyLabel="Sending…"
      onClick={send}
    >
      Send it again
    </Button>
  );
  return (
    <div className={classNames("no-print text-sm text-stone", className)}>
      <div className="flex flex-wrap items-center gap-x-4">
        <p className="flex min-w-0 flex-1 basis-72 gap-2.5">
          <Mail aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">
            This address is not confirmed yet. Use the link that we sent to{" "}
            <EmailText email={unconfirmed} className="text-ink" />.
          </span>
        </p>
        {form ? again : <PlainForm id={id}>{again}</PlainForm>}
      </div>
      <p role="status" className={message ? "mt-1 pl-6.5 font-medium text-ink" : "sr-only"}>
        {message}
      </p>
    </div>
  );
}

const PlainForm = ({ id, children }: { id: string; children: ReactNode }) => (
  <form id={useId()} method="post" action={`/apply/${id}/email`} className="contents">
    {children}
  </form>
);
