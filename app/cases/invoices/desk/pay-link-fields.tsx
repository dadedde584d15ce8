import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";

type PayLinkFieldsProps = {
  values: Partial<Record<"url" | "amount" | "lastDay", string>>;
  problems: Partial<Record<string, string>>;
  hosts: readonly string[];
  today: string;
  latest: string;
};

/** The fields of a pay link; `check-pay-link.ts` has their rules. */
export function PayLinkFields({ values, problems, hosts, today, latest }: PayLinkFieldsProps) {
  return (
    <>
      <Field
        id="pay-link-url"
        label="Link to the payment page"
        size="sm"
        hint={hosts.length > 0 ? `At ${hosts.join(", ")}. No card numbers.` : undefined}
        error={problems.url}
        className="sm:col-span-2"
      >
        <Input name="url" type="url" size="sm" autoComplete="off" dir="ltr" defaultValue={values.url} />
      </Field>
      <Field id="pay-link-amount" label="Amount in US dollars" size="sm" error={problems.amount}>
        <Input name="amount" size="sm" inputMode="decimal" autoComplete="off" before="$" defaultValue={values.amount} />
      </Field>
      <Field id="pay-link-last-day" label="Last day" mark="optional" size="sm" error={problems.lastDay}>
        <DateInput name="lastDay" size="sm" min={today} max={latest} defaultValue={values.lastDay} />
      </Field>
    </>
  );
}
