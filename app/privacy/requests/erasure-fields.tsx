import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";

type ErasureFieldsProps = { problem: string | undefined; reason: string | undefined; busy: boolean };

/** The last part of each form that requests an erasure, with the rule that matters first. */
export function ErasureFields({ problem, reason, busy }: ErasureFieldsProps) {
  return (
    <>
      <p>
        <strong className="font-semibold">Your request isn’t made until you use the link we’ll email you.</strong> After
        that we’ll decide within 30 days and write to you.
      </p>
      <Field id="reason" label="Why do you want it erased?" mark="optional" error={problem}>
        <Textarea name="reason" rows={4} maxLength={1000} defaultValue={reason} dir="auto" />
      </Field>
      <Button type="submit" name="intent" value="erase" variant="outline" busy={busy} className="justify-self-start">
        Request erasure
      </Button>
    </>
  );
}
