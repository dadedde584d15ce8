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
      <Field
        id="name"
        label="Name"
        size="sm"
        required
        hint="Shown to staff as owner and on notes, replies and activity. If you leave it empty, your email address is shown."
        error={error}
      >
        <Input key={name} name="name" size="sm" maxLength={200} autoComplete="name" defaultValue={typed ?? name} />
      </Field>
      <Button type="submit" className="justify-self-start" busy={busy} busyLabel="Saving…">
        Save the name
      </Button>
    </Form>
  );
}
