import type { MouseEvent, ReactNode } from "react";
import { Form, useFetcher, useNavigation } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Banner } from "~/ui/notices/banner";
import type { AddressState } from "../address.server";
import { type AddressResult, linkMessages } from "../address-notice";

type PendingChangeProps = {
  id: string;
  address: AddressState;
  /** On a page where something may be typed: the id of its form, which is saved on the way. */
  form?: string;
  /** Called instead of submitting that form, with script. */
  onKeep?: () => void;
  className?: string;
};

/** A change of address that waits for the link mailed to the new one, with both ways out of it (N-EMAIL-10). */
export function PendingChange({ id, address, form, onKeep, className = "" }: PendingChangeProps) {
  const fetcher = useFetcher<AddressResult>({ key: `send-again ${id}` });
  if (address.change === null) return null;
  const said = fetcher.data?.said;
  const shared = {
    type: "submit",
    name: "intent",
    form,
    formNoValidate: true,
    variant: "outline",
    size: "sm",
  } as const;
  const again = (event: MouseEvent) => {
    event.preventDefault();
    // No revalidation: the submission changes nothing that the page shows.
    const options = { method: "post", action: `/apply/${id}/email`, defaultShouldRevalidate: false } as const;
    void fetcher.submit({ intent: "send-again" }, options);
  };
  const keep = onKeep && {
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      onKeep();
    },
  };
  const buttons = (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button
        {...shared}
        value="send-again"
        className="min-h-11"
        busy={fetcher.state !== "idle"}
        busyLabel="Sending…"
        onClick={again}
      >
        Send the link again
      </Button>
      <Button {...shared} {...keep} value="keep-address" className="min-h-11 max-w-full">
        {address.email === "" ? (
          "Do not use it"
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
        <ChangeWords email={address.email} change={address.change} />
      </p>
      {form ? buttons : <PlainForm id={id}>{buttons}</PlainForm>}
      <p role="status" className={said ? "mt-2 font-medium" : "sr-only"}>
        {said ? linkMessages[said] : ""}
      </p>
    </Banner>
  );
}

/** The state of a change in words, for the applicant's pages and the desk. */
export function ChangeWords({ email, change }: { email: string; change: string }) {
  return (
    <>
      {email === "" ? null : (
        <>
          We write to <EmailText email={email} className="font-medium" />.{" "}
        </>
      )}
      The change to <EmailText email={change} className="font-medium" /> waits for the link that we sent there.
    </>
  );
}

const PlainForm = ({ id, children }: { id: string; children: ReactNode }) => (
  <Form method="post" action={`/apply/${id}/email`}>
    {children}
  </Form>
);

type ChangeFormProps = { id: string; problem?: AddressResult["problem"] };

/** The form `Change email` of an application's pages (N-EMAIL-5). */
export function ChangeForm({ id, problem }: ChangeFormProps) {
  const busy = useNavigation().formData?.get("intent") === "change";
  return (
    <Form
      method="post"
      action={`/apply/${id}/email`}
      noValidate
      aria-label="Change email"
      className="grid max-w-md gap-5"
    >
      <Field
        id="new-email"
        label="New email address"
        hint="We send a link there. The address changes once you use it."
        error={problem?.message}
        required
      >
        <Input name="email" type="email" autoComplete="email" maxLength={254} defaultValue={problem?.email} required />
      </Field>
      <div>
        <Button type="submit" name="intent" value="change" busy={busy}>
          Change email
        </Button>
      </div>
    </Form>
  );
}

type ComesBackProps = {
  id: string;
  address: AddressState;
  form?: string;
  onChange?: () => void;
  /** The form stands on this page. */
  isHere?: boolean;
  className?: string;
};

/** Our mails to the address in force come back (N-EMAIL-14). On a page with a form of its own, that is saved first. */
export function ComesBack({ id, address, form, onChange, isHere = false, className = "" }: ComesBackProps) {
  if (!address.comesBack) return null;
  return (
    <Banner tone="warning" className={className}>
      <p className="text-base">
        Our emails to <EmailText email={address.email} className="font-medium" /> do not arrive.
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
