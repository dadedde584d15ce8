import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { EditorFold } from "~/ui/editor-fold";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import type { OfferedAgain } from "../reading/read-agreement.server";
import type { EndProblems } from "./end-agreement.server";
import type { DeskSignature } from "./read-desk-agreement.server";
import { maxReasonLength } from "./reason-length";

export type AgreementIntent = "countersign" | "end" | "renew";
const pathOf = (id: string) => `/admin/applications/${id}/agreement`;
const useBusy = (intent: AgreementIntent) => useNavigation().formData?.get("intent") === intent;

const renewals: Record<OfferedAgain, string> = {
  version: "A newer version of the agreement is published.",
  price: "Service, price or fees differ from the signed agreement.",
};

/** Asks for a new signature, because of what differs from what was signed. */
export function RenewForm({ id, because }: { id: string; because: OfferedAgain }) {
  return (
    <Form method="post" action={pathOf(id)} className="mt-3 grid justify-items-start gap-2">
      <p>{renewals[because]} The signed one counts until the applicant signs again.</p>
      <Button type="submit" name="intent" value="renew" variant="outline" size="sm" busy={useBusy("renew")}>
        Ask for a new signature
      </Button>
    </Form>
  );
}

type CountersignProps = { id: string; signature: DeskSignature; name: string };

/** Signs with the admin's name what is shown above it. */
export function CountersignForm({ id, signature, name }: CountersignProps) {
  return (
    <Form method="post" action={pathOf(id)} className="mt-4 grid justify-items-start gap-3">
      <input type="hidden" name="signature" value={signature.id} />
      <input type="hidden" name="sha256" value={signature.sha256} />
      <p>
        You sign this text as <strong className="font-semibold wrap-anywhere">{name}</strong>. The applicant gets an
        email and can no longer withdraw the signature.
      </p>
      <Button type="submit" name="intent" value="countersign" busy={useBusy("countersign")} busyLabel="Signing…">
        Countersign
      </Button>
    </Form>
  );
}

export type EndFormResult = { signature: string; problems: EndProblems; endedOn: string; reason: string };
type EndProps = { id: string; signature: DeskSignature; today: string; answered: EndFormResult | undefined };

/** Records that a countersigned agreement ended. */
export function EndForm({ id, signature, today, answered }: EndProps) {
  const problems = answered?.problems;
  return (
    <EditorFold title="Record how it ended" opens={problems !== undefined} className="mt-4">
      <Form
        method="post"
        action={pathOf(id)}
        data-keep={`agreement-end-${signature.id}`}
        className="grid max-w-lg gap-3"
      >
        <input type="hidden" name="signature" value={signature.id} />
        <Field id="ended-on" label="Ended on" size="sm" error={problems?.endedOn}>
          <DateInput
            name="endedOn"
            size="sm"
            min={signature.signedOn}
            max={today}
            defaultValue={answered?.endedOn ?? ""}
            className="max-w-48"
          />
        </Field>
        <Field
          id="end-reason"
          label="Reason"
          size="sm"
          hint={`In 1 to ${maxReasonLength} characters. The applicant reads this.`}
          error={problems?.reason}
        >
          <Textarea name="reason" size="sm" rows={3} dir="auto" defaultValue={answered?.reason} />
        </Field>
        <div>
          <Button type="submit" name="intent" value="end" variant="outline" size="sm" busy={useBusy("end")}>
            Record the end
          </Button>
        </div>
      </Form>
    </EditorFold>
  );
}
