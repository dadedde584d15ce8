import { Form } from "react-router";
import { SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";

export type NameFormProps = {
  name: string;
  /** After a refusal. */
  typed?: string | undefined;
  error?: string | undefined;
};

export function NameForm({ name, typed, error }: NameFormProps) {
  return (
    <Form method="post" replace preventScrollReset noValidate data-keep="page" className="mt-4 grid gap-4">
      <input type="hidden" name="intent" value="name" />
      <NameField key={name} size="sm" error={error} defaultValue={typed ?? name} />
      <SubmitButton of={{ intent: "name" }} className="justify-self-start" busyLabel="Saving…">
        Save the name
      </SubmitButton>
    </Form>
  );
}

type NameFieldProps = { size: "sm" | "md"; error?: string | undefined; defaultValue?: string | undefined };

export function NameField({ size, error, defaultValue }: NameFieldProps) {
  return (
    <Field
      id="name"
      label="Name"
      size={size}
      required
      hint="Staff see it as owner and on notes, replies and activity"
      error={error}
    >
      <Input name="name" size={size} maxLength={200} autoComplete="name" defaultValue={defaultValue} />
    </Field>
  );
}
