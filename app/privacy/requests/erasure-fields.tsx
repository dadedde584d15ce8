import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";

type ErasureFieldsProps = { problem: string | undefined; reason: string | undefined; busy: boolean };

/** The last fields of each form that requests an erasure. */
export function ErasureFields({ problem, reason, busy }: ErasureFieldsProps) {
  return (
    <>
      <Field id="reason" label="Why do you want it erased?" mark="optional" error={problem}>
        <Textarea name="reason" rows={4} maxLength={1000} defaultValue={reason} dir="auto" />
      </Field>
      <Button type="submit" name="intent" value="erase" variant="outline" busy={busy} className="justify-self-start">
        Request erasure
      </Button>
    </>
  );
}
