import { Form } from "react-router";
import type { Factors } from "~/accounts/factors/confirm.server";
import { type FactorChoice, factorChoices } from "~/accounts/factors/factor-choices";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import { QuestionDialog } from "~/ui/notices/question-dialog";

type Admin = { id: string; email: string };

const inWords = ({ totp, passkeys }: Factors) => {
  const parts = [
    ...(totp ? ["an authenticator app"] : []),
    ...(passkeys > 0 ? [passkeys === 1 ? "a passkey" : `${passkeys} passkeys`] : []),
  ];
  return parts.length > 0 ? `They have ${parts.join(" and ")}.` : "They have none.";
};

/** An admin's second factors, and the reset of lost ones. */
export function FactorsOfAdmin({ id, factors, isOwn }: Admin & { factors: Factors; isOwn: boolean }) {
  const hasFactor = factors.totp || factors.passkeys > 0;
  return (
    <Card padding="none" className="p-5" role="region" aria-labelledby="factors">
      <h2 id="factors" className="text-xl">
        Second factor
      </h2>
      <p className="mt-1 text-stone">{isOwn ? "Manage your own second factor in Your account." : inWords(factors)}</p>
      {isOwn || hasFactor ? (
        <ButtonLink
          to={isOwn ? "/admin/account" : `/admin/users/${id}?ask=factors`}
          preventScrollReset
          variant="outline"
          className="mt-4"
        >
          {isOwn ? "Your account" : "Reset second factor"}
        </ButtonLink>
      ) : null}
    </Card>
  );
}

export function ConfirmFactorReset({ id, email }: Admin) {
  const back = `/admin/users/${id}`;
  return (
    <QuestionDialog
      title="Reset the second factor?"
      description={
        <span className="wrap-anywhere">
          Make sure the request really comes from {email}. Their authenticator app, passkeys and recovery codes stop
          working, and they’re signed out everywhere. After that, they sign in with their password.
        </span>
      }
      back={back}
      form={
        <Form method="post" action={back} replace preventScrollReset>
          <input type="hidden" name="intent" value="reset-factors" />
          <SubmitButton of={{ intent: "reset-factors" }} variant="danger" busyLabel="Resetting…">
            Reset second factor
          </SubmitButton>
        </Form>
      }
    />
  );
}

export function FactorNeeded({ choice, action }: { choice: FactorChoice; action: string }) {
  const options = Object.entries(factorChoices).map(([value, label]) => ({ value, label }));
  return (
    <Card padding="none" className="p-5" role="region" aria-labelledby="needed">
      <h2 id="needed" className="text-xl">
        Signing in
      </h2>
      <Form method="post" action={action} replace preventScrollReset className="mt-4 grid gap-4">
        <input type="hidden" name="intent" value="factor-needed" />
        <Field
          id="factor-needed"
          label="Second factor for"
          size="sm"
          hint="Anyone without one gets seven days from their next sign-in"
        >
          <Select key={choice} name="for" size="sm" options={options} defaultValue={choice} />
        </Field>
        <SubmitButton
          of={{ intent: "factor-needed" }}
          variant="outline"
          className="justify-self-start"
          busyLabel="Saving…"
        >
          Save
        </SubmitButton>
      </Form>
    </Card>
  );
}
