import { randomUUID } from "node:crypto";
import { data, Form, redirect, useNavigation } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { Facts } from "~/cases/invoices/invoices-view";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { formStatusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { Banner } from "~/ui/notices/banner";
import { voidByHand } from "../void-invoice.server";
import type { Route } from "./+types/void-invoice";
import { feesPath } from "./fees-path";
import { findVoidable } from "./find-voidable.server";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Void ${loaderData?.name ?? "an invoice"} · Lucaya staff` },
];

/** `/admin/applications/{id}/invoices/{invoice}/void`: asks before an invoice is voided, and for the reason. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request);
  const invoice = await findVoidable(params.id, params.invoice);
  if (!invoice) throw redirect(`${feesPath(params.id)}#fees`);
  return { ...invoice, attempt: randomUUID() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address, browser } = context.get(requestContext);
  const form = await readForm(request);
  const typed = { reason: String(form.get("reason") ?? ""), attempt: String(form.get("attempt") ?? "") };
  const input = { ...typed, applicationId: params.id, invoice: params.invoice };
  const voided = await voidByHand({ staff, address, browser }, input);
  if (voided.ok) {
    const notice = flash(voided.mailed ? "invoice-voided" : "invoice-voided-unmailed");
    throw redirect(`${feesPath(params.id)}#fees`, { headers: { "Set-Cookie": notice } });
  }
  // Somebody else was first: the list shows the credit note.
  if (voided.reason === "not-found" || voided.reason === "conflict")
    throw redirect(`${feesPath(params.id)}#fees`, { headers: { "Set-Cookie": flash("invoice-void-before") } });
  const problem = voided.detail && "reason" in voided.detail ? voided.detail.reason : undefined;
  const message = problem ? "" : voided.message || "The invoice could not be voided.";
  const { attempt } = typed;
  return data({ attempt, problem, message, reason: stripInvalidCharacters(typed.reason) }, formStatusOf(voided));
}

export default function VoidInvoice({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, name, amount, facts, isMailed } = loaderData;
  const busy = useNavigation().formMethod === "POST";
  return (
    <CaseSubpage id={id} number={number} title="Void this invoice?" part="#fees">
      <dl className="rounded-lg border border-line bg-mist/60 px-3.5 py-2.5">
        <dt className="font-semibold [overflow-wrap:anywhere]">
          {name}, {amount}
        </dt>
        <dd className="text-sm text-stone">
          <Facts facts={facts} />
        </dd>
      </dl>
      <p>
        A credit note over the whole amount voids it{isMailed ? ", and the applicant gets it by email." : "."} Its
        charges can be invoiced again, and what was paid on it counts on no invoice. You can’t undo this.
      </p>
      {actionData?.message ? (
        <Banner tone="error" role="alert">
          {actionData.message}
        </Banner>
      ) : null}
      <Form method="post" className="grid gap-4">
        <input type="hidden" name="attempt" value={actionData?.attempt || loaderData.attempt} />
        <Field
          id="reason"
          label="Reason"
          size="sm"
          hint="In 1 to 500 characters. The applicant reads this."
          error={actionData?.problem}
        >
          <Textarea name="reason" size="sm" rows={3} dir="auto" defaultValue={actionData?.reason} />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="danger" size="sm" busy={busy}>
            Void invoice
          </Button>
          <ButtonLink to={`${feesPath(id)}#fees`} variant="outline" size="sm">
            Keep invoice
          </ButtonLink>
        </div>
      </Form>
    </CaseSubpage>
  );
}
