import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { reviewCertification } from "~/applications/steps/review-certification";
import { CheckAnswers, HiddenConfirmations } from "~/applications/wizard/checking/check-answers";
import { withConfirmed } from "~/form-engine/confirmed-part";
import { fieldsOf } from "~/form-engine/definition";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import type { RefusedForm } from "./intents.server";
import type { CurrentAgreement } from "./read-agreement.server";
import { agreedTo } from "./words";

const ofReview = fieldsOf(reviewCertification).find(({ name }) => name === "electronicSignature");

type SignFormProps = { current: CurrentAgreement; attempt: string; refused: RefusedForm | undefined };

/** Signs the text that is shown above, which its SHA-256 names. */
export function SignForm({ current, attempt, refused }: SignFormProps) {
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  const { problems = {}, asked = [], typed } = refused ?? {};
  useEffect(() => {
    if (refused && !refused.message) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [refused]);
  const confirmed = typed?.confirmed ?? {};
  return (
    <Form
      method="post"
      ref={form}
      aria-labelledby="sign-title"
      className="signature mt-6 grid gap-5 rounded-2xl border border-dune bg-white px-5 py-6 sm:px-9 sm:py-8"
    >
      <input type="hidden" name="sha256" value={current.sha256} />
      <input type="hidden" name="attempt" value={attempt} />
      <h2 id="sign-title" className="text-2xl">
        Sign the agreement
      </h2>
      <CheckAnswers
        asked={asked}
        answers={withConfirmed({}, confirmed)}
        isHeld={asked.length > 0 && Object.keys(problems).length === 0}
        wayTo={({ sentence }) => (
          <a href="#signature" className="font-semibold text-ink underline underline-offset-4">
            {sentence}
          </a>
        )}
      />
      <HiddenConfirmations
        kept={Object.entries(confirmed).filter(([key]) => !asked.some((contradiction) => contradiction.key === key))}
      />
      <Checkbox
        id="agrees"
        name="agrees"
        value="yes"
        label={agreedTo}
        error={problems.agrees}
        defaultChecked={typed?.agrees ?? false}
        aria-required
      />
      <Field
        id="signature"
        label={ofReview?.label}
        hint={ofReview && "hint" in ofReview ? String(ofReview.hint) : undefined}
        error={problems.signature}
        required
      >
        {(control) => (
          <Input {...control} name="signature" autoComplete="name" dir="auto" defaultValue={typed?.name ?? ""} />
        )}
      </Field>
      <div>
        <Button type="submit" size="lg" name="intent" value="sign" busy={busy}>
          Sign agreement
        </Button>
      </div>
    </Form>
  );
}
