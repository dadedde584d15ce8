import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";

export type NameFormProps = {
  name: string;
  /** After a refusal. */
  typed?: string | undefined;
  error?: string | undefined;
};

export function NameForm({ name, typed, error }: NameFormProps) {
  const busy = useNavigation().formData?.get("intent") === "name";
  return (
    <Form method="post" replace preventScrollReset noValidate data-keep="page" className="mt-4 grid gap-4">
      <input type="hidden" name="intent" value="name" />
      <NameField key={name} size="sm" error={error} defaultValue={typed ?? name} />
      <Button type="submit" className="justify-self-start" busy={busy} busyLabel="Saving…">
        Save the name
      </Button>
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
