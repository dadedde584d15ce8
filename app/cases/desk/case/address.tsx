import { Form, useNavigation } from "react-router";
import { EmailChangeText } from "~/applications/access/change/change-views";
import { mailLink } from "~/content/settings/contact-links";
import { SubmitButton } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import type { ApplicationDetail } from "../../case-data/case.server";

/** Result of the form `Change email`; `email` as it was typed. */
export type AddressChange = { problem?: string; email: string };

type AddressProps = {
  address: ApplicationDetail["address"];
  /** Result of sending a link, if staff sent one. */
  sent: string | undefined;
  changed: AddressChange | undefined;
};

const link =
  "min-h-6 rounded-xs font-semibold text-sea-ink underline decoration-1 underline-offset-2 hover:decoration-2";

/**
 * An application's email at the desk: confirmed by a mailed link, refused by its owner, bouncing, or about to be
 * replaced by an unconfirmed one; with the form that corrects it.
 */
export function Address({ address, sent, changed }: AddressProps) {
  const { email, change, comesBack } = address;
  return (
    <>
      {email === "" ? (
        <>
          <EmailText email="" className="block" />
          <span className="mt-1 block text-xs text-warning">
            The owner of this email address says the application isn’t theirs. The applicant has been asked for another
            address; until then no emails are sent.
          </span>
        </>
      ) : (
        <a
          href={mailLink(email)}
          className="rounded-xs text-sea-ink underline decoration-1 underline-offset-2 hover:decoration-2"
        >
          <EmailText email={email} />
        </a>
      )}
      {comesBack ? (
        <span className="mt-1 block text-xs font-medium text-warning">
          Our emails to <EmailText email={email} /> aren’t arriving.
        </span>
      ) : null}
      {change === null ? null : (
        <div className="mt-1 text-xs">
          <EmailChangeText email={email} change={change} />
          <KeepEmailButton email={email} />
        </div>
      )}
      <Unconfirmed address={address} sent={sent} />
      <ChangeForm key={change} changed={changed} />
    </>
  );
}

function Unconfirmed({ address: { email, confirmed }, sent }: Pick<AddressProps, "address" | "sent">) {
  const busy = useNavigation().formData?.get("intent") === "send-link";
  if (confirmed || email === "") return null;
  return (
    <Form method="post" replace preventScrollReset className="mt-1 text-xs text-stone">
      This address isn’t confirmed yet: nobody has used the link we sent.{" "}
      <button type="submit" name="intent" value="send-link" disabled={busy} className={link}>
        Send it again
      </button>{" "}
      <span role="status" className="ml-2 font-medium text-ink">
        {sent ?? ""}
      </span>
    </Form>
  );
}

/** Cancels a pending change of email by submitting the one in force. */
function KeepEmailButton({ email }: { email: string }) {
  const data = useNavigation().formData;
  if (email === "") return null;
  return (
    <Form method="post" replace preventScrollReset className="mt-1">
      <input type="hidden" name="email" value={email} />
      <button
        type="submit"
        name="intent"
        value="change-email"
        disabled={data?.get("intent") === "change-email"}
        className={link}
      >
        Keep <EmailText email={email} />
      </button>
    </Form>
  );
}

function ChangeForm({ changed }: Pick<AddressProps, "changed">) {
  return (
    <details open={changed?.problem !== undefined} className="mt-1 text-sm">
      <summary className={`${link} inline-flex items-center text-xs`}>Change email</summary>
      <Form
        method="post"
        replace
        preventScrollReset
        noValidate
        data-keep="page"
        aria-label="Change email"
        className="grid gap-3 pt-3 pb-1"
      >
        <Field
          id="new-email"
          label="New email address"
          hint="We’ll send a link to it. The change takes effect once the link is used."
          error={changed?.problem}
          required
        >
          <EmailInput name="email" maxLength={254} defaultValue={changed?.email} required />
        </Field>
        <div>
          <SubmitButton intent="change-email" size="sm">
            Change email
          </SubmitButton>
        </div>
      </Form>
    </details>
  );
}
