import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import type { ConfirmName, RefusedForm } from "./intents.server";
import type { CurrentAgreement } from "./reading/read-agreement.server";
import { agreedTo } from "./words";

type SignFormProps = { current: CurrentAgreement; attempt: string; refused: RefusedForm | undefined };

/** Signs the text that is shown above, which its SHA-256 names. */
export function SignForm({ current, attempt, refused }: SignFormProps) {
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  const { problems = {}, asked = [], typed } = refused ?? {};
  useEffect(() => {
    if (refused && !refused.message)
      form.current?.querySelector<HTMLElement>("[aria-invalid], .confirm-name input")?.focus();
  }, [refused]);
  return (
    <Form
      method="post"
      noValidate
      ref={form}
      aria-labelledby="sign-title"
      className="mt-6 grid gap-5 rounded-2xl border border-dune bg-white px-5 py-6 sm:px-9 sm:py-8"
    >
      <input type="hidden" name="sha256" value={current.sha256} />
      <input type="hidden" name="attempt" value={attempt} />
      <h2 id="sign-title" className="text-2xl">
        Sign the agreement
      </h2>
      <Checkbox
        id="agrees"
        name="agrees"
        value="yes"
        label={agreedTo}
        error={problems.agrees}
        defaultChecked={typed?.agrees ?? false}
        required
      />
      <Field
        id="signature"
        label="Electronic signature"
        hint="Type your full name. It has the effect of your signature."
        error={problems.signature}
        required
      >
        <Input name="signature" autoComplete="name" dir="auto" defaultValue={typed?.name ?? ""} />
      </Field>
      {asked.map((question) => (
        <Confirmation key={question.mark} {...question} />
      ))}
      <div>
        <Button type="submit" size="lg" name="intent" value="sign" busy={busy}>
          Sign agreement
        </Button>
      </div>
    </Form>
  );
}

/** Another name than the applicant's signs once it is confirmed. */
const Confirmation = ({ sentence, input, mark }: ConfirmName) => (
  <div role="alert" className="confirm-name rounded-r-md border-l-4 border-warning bg-warning-ground px-5 py-4">
    <fieldset className="min-w-0">
      <legend className="font-semibold wrap-anywhere">{sentence}</legend>
      <p className="mt-1 text-stone">Correct your signature, or check the box if it’s right.</p>
      <Checkbox id="confirm-name" name={input} value={mark} label="Yes, this is right" />
    </fieldset>
  </div>
);
