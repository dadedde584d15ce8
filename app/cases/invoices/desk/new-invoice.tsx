import { data, Form, redirect, useNavigation } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { formStatusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, ButtonLink } from "~/ui/button";
import { CheckboxGroup } from "~/ui/forms/checkbox";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { Banner } from "~/ui/notices/banner";
import { makeInvoice } from "../make-invoice.server";
import type { Route } from "./+types/new-invoice";
import { feesPath } from "./fees-path";
import { Hosts } from "./hosts";
import { type NewInvoiceForm, readNewInvoice } from "./read-new-invoice.server";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Make an invoice for ${loaderData?.number ?? "an application"} · Lucaya staff` },
];

/** `/admin/applications/{id}/invoices/new`: makes an invoice over charges of the case. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request);
  const form = await readNewInvoice(params.id);
  if (!form) throw redirect(`/admin/applications/${params.id}`);
  return form;
}

type Refusal = {
  attempt: string;
  message: string;
  problems: Partial<Record<string, string>>;
  values: Record<string, string>;
  chosen: Record<"charges" | "payments", string[]>;
};

const typedFields = ["invoicedTo", "dueOn", "note", "linkUrl", "linkLastDay"] as const;

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address, browser } = context.get(requestContext);
  const form = await readForm(request);
  const typed = Object.fromEntries(typedFields.map((name) => [name, String(form.get(name) ?? "")]));
  const chosen = { charges: form.getAll("charges").map(String), payments: form.getAll("payments").map(String) };
  const attempt = String(form.get("attempt") ?? "");
  const input = { ...typed, ...chosen, attempt, applicationId: params.id };
  const made = await makeInvoice({ staff, address, browser }, input);
  if (made.ok) {
    const notice = flash(made.mailed ? "invoice-made" : "invoice-made-unmailed");
    throw redirect(`${feesPath(params.id)}#fees`, { headers: { "Set-Cookie": notice } });
  }
  if (made.reason === "not-found") throw redirect(`/admin/applications/${params.id}`);
  const problems: Refusal["problems"] = made.detail ?? {};
  const message = Object.keys(problems).length > 0 ? "" : made.message || "The invoice could not be made.";
  const values = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, stripInvalidCharacters(text)]));
  return data<Refusal>({ attempt, message, problems, values, chosen }, formStatusOf(made));
}

export default function NewInvoice({ loaderData: form, actionData }: Route.ComponentProps) {
  const { id, number, charges } = form;
  return (
    <CaseSubpage id={id} number={number} title="Make an invoice" part="#fees">
      {charges.length === 0 ? (
        <div className="grid gap-4">
          <p>There is nothing to invoice.</p>
          <p className="text-stone">
            Every charge due to us is on a valid invoice or reversed. Add a charge, or void an invoice first.
          </p>
          <ButtonLink to={feesPath(id)} variant="outline" size="sm" className="w-fit">
            Back to the fees
          </ButtonLink>
        </div>
      ) : (
        <InvoiceForm key={form.id} form={form} refusal={actionData} />
      )}
    </CaseSubpage>
  );
}

function InvoiceForm({ form, refusal }: { form: NewInvoiceForm; refusal: Refusal | undefined }) {
  const busy = useNavigation().formMethod === "POST";
  const { values = {}, problems = {}, chosen, message } = refusal ?? {};
  const charges = form.charges.map(({ value }) => value);
  const payments = form.payments.map(({ value }) => value);
  return (
    <Form method="post" noValidate className="grid gap-6">
      <input type="hidden" name="attempt" value={refusal?.attempt || form.attempt} />
      {message ? (
        <Banner tone="error" role="alert">
          {message}
        </Banner>
      ) : null}
      <CheckboxGroup
        id="charges"
        name="charges"
        legend="Charges"
        options={form.charges}
        defaultValue={chosen?.charges ?? charges}
        error={problems.charges}
      />
      {form.payments.length > 0 || problems.payments ? (
        <CheckboxGroup
          id="payments"
          name="payments"
          legend="Payments that count on it"
          hint="They are on no invoice yet. The invoice says what is left to pay."
          options={form.payments}
          defaultValue={chosen?.payments ?? payments}
          error={problems.payments}
        />
      ) : null}
      <Field
        id="invoiced-to"
        label="Invoiced to"
        size="sm"
        hint="Name and address, in at most 6 lines."
        error={problems.invoicedTo}
      >
        <Textarea
          name="invoicedTo"
          size="sm"
          rows={5}
          dir="auto"
          autoComplete="off"
          defaultValue={values.invoicedTo ?? form.invoicedTo}
        />
      </Field>
      <Field id="due-on" label="Due date" size="sm" error={problems.dueOn} className="max-w-56">
        <DateInput
          name="dueOn"
          size="sm"
          min={form.today}
          max={form.latest}
          defaultValue={values.dueOn ?? form.dueOn}
        />
      </Field>
      <Field
        id="note"
        label="Note on the invoice"
        mark="optional"
        size="sm"
        hint="No card numbers."
        error={problems.note}
      >
        <Textarea name="note" size="sm" rows={3} dir="auto" defaultValue={values.note ?? form.note} />
      </Field>
      {form.hosts.length > 0 || problems.linkUrl ? (
        <>
          <Field
            id="link-url"
            label="Link to pay it"
            mark="optional"
            size="sm"
            hint={
              form.hosts.length > 0 ? (
                <>
                  For the whole amount to pay, at <Hosts hosts={form.hosts} />.
                </>
              ) : undefined
            }
            error={problems.linkUrl}
          >
            <Input name="linkUrl" type="url" size="sm" autoComplete="off" dir="ltr" defaultValue={values.linkUrl} />
          </Field>
          <Field
            id="link-last-day"
            label="Last day of the link"
            mark="optional"
            size="sm"
            error={problems.linkLastDay}
            className="max-w-56"
          >
            <DateInput
              name="linkLastDay"
              size="sm"
              min={form.today}
              max={form.latest}
              defaultValue={values.linkLastDay}
            />
          </Field>
        </>
      ) : null}
      <p className="text-sm text-stone">{whatFollows(form)}</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={busy} busyLabel="Making the invoice…">
          Make invoice
        </Button>
        <ButtonLink to={feesPath(form.id)} variant="outline" size="sm">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

function whatFollows({ isSample, hasEmail }: NewInvoiceForm): string {
  if (isSample) return "Sample person: the invoice gets no number, and no email is sent.";
  const mailed = hasEmail
    ? "The applicant gets it by email, as a PDF."
    : "No email is sent, because there is no email address.";
  return `${mailed} An invoice can’t be changed, only voided by a credit note.`;
}
