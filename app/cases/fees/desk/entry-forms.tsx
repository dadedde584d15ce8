import { methodLabels } from "~/cases/fees/entry-words";
import type { InvoiceOption } from "~/cases/invoices/desk/desk-invoicing.server";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import type { FieldsProps } from "./ledger-form";

const methods = Object.entries(methodLabels).map(([value, label]) => ({ value, label }));
const payees = [
  { value: "us", label: "Us" },
  { value: "through_us", label: "An authority, through us" },
  { value: "directly", label: "An authority, directly" },
];

function Amount({ id, values, problems }: FieldsProps & { id: string }) {
  return (
    <Field id={`${id}-amount`} label="Amount in US dollars" size="sm" error={problems.amount}>
      <Input name="amount" size="sm" inputMode="decimal" autoComplete="off" before="$" defaultValue={values.amount} />
    </Field>
  );
}

type PaymentFormProps = FieldsProps & {
  id: "payment" | "refund";
  today: string;
  /** The invoices that it can be for; the first is chosen already. */
  invoices: readonly InvoiceOption[];
};

export function PaymentForm({ id, today, invoices, values, problems }: PaymentFormProps) {
  const isRefund = id === "refund";
  return (
    <>
      <Amount id={id} values={values} problems={problems} />
      <Field
        id={`${id}-method`}
        label={isRefund ? "How it was paid back" : "How it was paid"}
        size="sm"
        error={problems.method}
      >
        <Select name="method" size="sm" placeholder="Choose one" options={methods} defaultValue={values.method ?? ""} />
      </Field>
      <Field id={`${id}-day`} label="Date" size="sm" error={problems.paidOn}>
        <DateInput name="paidOn" size="sm" max={today} defaultValue={values.paidOn ?? today} />
      </Field>
      <Field
        id={`${id}-reference`}
        label="Reference"
        mark="optional"
        size="sm"
        hint="No card numbers."
        error={problems.reference}
      >
        <Input name="reference" size="sm" autoComplete="off" defaultValue={values.reference} />
      </Field>
      {invoices.length > 0 || problems.invoice ? (
        <Field id={`${id}-invoice`} label="Invoice" size="sm" error={problems.invoice}>
          <Select
            name="invoice"
            size="sm"
            options={[...invoices, { value: "", label: "No invoice" }]}
            defaultValue={values.invoice ?? invoices[0]?.value ?? ""}
          />
        </Field>
      ) : null}
    </>
  );
}

export function InvoiceField({
  id,
  invoices,
  values,
  problems,
}: FieldsProps & { id: string; invoices: readonly InvoiceOption[] }) {
  return (
    <Field id={id} label="Invoice" size="sm" error={problems.invoice}>
      <Select
        name="invoice"
        size="sm"
        placeholder="Choose one"
        options={invoices}
        defaultValue={values.invoice ?? ""}
      />
    </Field>
  );
}

export function ChargeForm({ today, values, problems }: FieldsProps & { today: string }) {
  return (
    <>
      <Field id="charge-name" label="What it is for" size="sm" error={problems.name} className="sm:col-span-2">
        <Input name="name" size="sm" autoComplete="off" dir="auto" defaultValue={values.name} />
      </Field>
      <Amount id="charge" values={values} problems={problems} />
      <Field id="charge-payee" label="Paid to" size="sm" error={problems.payee}>
        <Select name="payee" size="sm" options={payees} defaultValue={values.payee ?? "us"} />
      </Field>
      <RefundableUntil id="charge" today={today} otherwise="Not refundable" values={values} problems={problems} />
    </>
  );
}

type RefundableUntilProps = FieldsProps & {
  id: string;
  today: string;
  /** Label of the choice without a day. */
  otherwise: string;
};

export function RefundableUntil({ id, today, otherwise, values, problems }: RefundableUntilProps) {
  return (
    <Field
      id={`${id}-refundable`}
      label="Refundable until"
      mark="optional"
      size="sm"
      hint={`If you leave this empty: ${otherwise.toLowerCase()}.`}
      error={problems.refundableUntil}
    >
      <DateInput name="refundableUntil" size="sm" min={today} defaultValue={values.refundableUntil} />
    </Field>
  );
}
