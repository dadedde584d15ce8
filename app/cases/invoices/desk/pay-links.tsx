import { data, Form, redirect, useNavigation } from "react-router";
import { flash, type Notice, readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { noHosts } from "~/cases/invoices/pay-links/check-pay-link";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { formStatusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Button } from "~/ui/button";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Badge } from "~/ui/lists/badge";
import { Banner } from "~/ui/notices/banner";
import { unbroken } from "~/ui/unbroken";
import type { Route } from "./+types/pay-links";
import { addPayLink, withdrawPayLink } from "./add-pay-link.server";
import { Hosts } from "./hosts";
import { type ListedPayLink, type PayLinksPage, readPayLinks } from "./read-pay-links.server";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Pay links of ${loaderData?.invoice.name ?? "an invoice"} · Lucaya staff` },
];

/** `/admin/applications/{id}/invoices/{invoice}/pay-links`: adds and withdraws the pay links of an invoice. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request);
  const page = await readPayLinks(params.id, params.invoice);
  if (!page) throw redirect(`/admin/applications/${params.id}`);
  const { notice, headers } = readFlash(request);
  return data({ ...page, notice: noticeWords(notice) }, { headers });
}

function noticeWords(notice: Notice | null): string {
  switch (notice) {
    case "pay-link-added":
      return "Link added. The applicant has been emailed.";
    case "pay-link-added-unmailed":
      return "Link added. No email was sent.";
    case "pay-link-withdrawn":
      return "Link withdrawn.";
    default:
      return "";
  }
}

type Answer = {
  message: string;
  problems: Partial<Record<string, string>>;
  values: Partial<Record<"url" | "amount" | "lastDay", string>>;
  attempt: string;
};

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address, browser } = context.get(requestContext);
  const form = Object.fromEntries([...(await readForm(request))].map(([name, value]) => [name, String(value)]));
  const verb = form.intent === "add" ? addPayLink : form.intent === "withdraw" ? withdrawPayLink : null;
  if (!verb) throw data(null, 400);
  const input = { ...form, applicationId: params.id, invoice: params.invoice };
  const done = await verb({ staff, address, browser }, input);
  if (done.ok) {
    const added = "sent" in done && done.sent ? "pay-link-added" : "pay-link-added-unmailed";
    const notice = flash(form.intent === "add" ? added : "pay-link-withdrawn");
    const path = `/admin/applications/${params.id}/invoices/${params.invoice}/pay-links`;
    throw redirect(path, { headers: { "Set-Cookie": notice } });
  }
  const { url = "", amount = "", lastDay = "", attempt = "" } = form;
  const values = {
    ...{ url: stripInvalidCharacters(url), amount: stripInvalidCharacters(amount) },
    lastDay: stripInvalidCharacters(lastDay),
  };
  const problems = done.detail ?? {};
  const message = Object.keys(problems).length > 0 ? "" : done.message || "This could not be saved.";
  return data<Answer>({ message, problems, values, attempt }, formStatusOf(done));
}

export default function PayLinks({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const { id, number, invoice, links, open, hosts, notice } = page;
  const shown = links.filter(({ state }) => state === null);
  const ended = links.filter(({ state }) => state !== null);
  return (
    <CaseSubpage id={id} number={number} title={unbroken(`Pay links of ${invoice.name}`)} part="#fees">
      {answer?.message ? <Banner tone="error" role="alert" title={answer.message} /> : null}
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={invoice.state.tone}>{invoice.state.text}</Badge>
          <span>{invoice.open ? `${invoice.open} of ${invoice.amount} open` : invoice.amount}</span>
        </p>
        <p role="status" className="mt-1 font-medium">
          {notice}
        </p>
      </div>
      {shown.map((link) => (
        <section key={link.id} aria-labelledby="shown-link" className="rounded-lg border border-line p-4">
          <h2 id="shown-link" className="text-lg">
            Shown to the applicant
          </h2>
          <LinkFacts link={link} />
          <WithdrawForm link={link.id} />
        </section>
      ))}
      {open === null ? (
        <p>{invoice.state.kind === "void" ? "This invoice is void." : "This invoice is paid."}</p>
      ) : hosts.length === 0 ? (
        <Banner tone="info" title={noHosts} />
      ) : (
        // Another form once a link is added: this one would still have what was typed.
        <AddForm key={links[0]?.id} page={page} open={open} answer={answer} replaces={shown.length > 0} />
      )}
      {ended.length > 0 ? (
        <section aria-labelledby="ended-links">
          <h2 id="ended-links" className="text-lg">
            No longer shown
          </h2>
          <ul className="mt-2 grid gap-2">
            {ended.map((link) => (
              <li key={link.id} className="rounded-lg border border-line bg-mist/60 px-3.5 py-2.5">
                <p className="font-semibold">{link.state}</p>
                <LinkFacts link={link} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </CaseSubpage>
  );
}

/** The link is a text here: nobody at the desk needs to open the payment page. */
const LinkFacts = ({ link }: { link: ListedPayLink }) => (
  <>
    <p className="mt-1">
      {link.amount} at <Hosts hosts={[link.host]} />
      {link.lastDay ? `, until ${link.lastDay}` : ""}
    </p>
    <p className="mt-0.5 font-mono text-xs text-stone [overflow-wrap:anywhere]" dir="ltr">
      {link.url}
    </p>
    <p className="mt-0.5 text-xs text-stone">
      {link.sent} · added by {link.by}
    </p>
  </>
);

function WithdrawForm({ link }: { link: string }) {
  const busy = useNavigation().formData?.get("intent") === "withdraw";
  return (
    <Form method="post" replace className="mt-3">
      <input type="hidden" name="link" value={link} />
      <Button type="submit" name="intent" value="withdraw" variant="outline" size="sm" busy={busy}>
        Withdraw link
      </Button>
    </Form>
  );
}

type AddFormProps = { page: PayLinksPage; open: string; answer: Answer | undefined; replaces: boolean };

function AddForm({ page, open, answer, replaces }: AddFormProps) {
  const busy = useNavigation().formData?.get("intent") === "add";
  return (
    <section aria-labelledby="add-link">
      <h2 id="add-link" className="text-lg">
        {replaces ? "Replace the link" : "Add a pay link"}
      </h2>
      <p className="mt-1 max-w-prose text-stone">
        Create the payment page at your provider, then paste its link. We don’t open it, and we don’t learn about
        payments: record the payment once it has arrived.
      </p>
      <Form
        method="post"
        replace
        noValidate
        data-keep={`pay-link-${page.invoice.id}`}
        className="mt-3 grid gap-4 sm:grid-cols-2"
      >
        <input type="hidden" name="attempt" value={answer?.attempt || page.attempt} />
        <PayLinkFields {...page} values={{ amount: open, ...answer?.values }} problems={answer?.problems ?? {}} />
        <div className="sm:col-span-2">
          <Button type="submit" name="intent" value="add" size="sm" busy={busy} busyLabel="Saving…">
            {page.isMailed ? "Add the link and email it" : "Add the link"}
          </Button>
        </div>
      </Form>
    </section>
  );
}

type FieldsProps = {
  values: Partial<Record<"url" | "amount" | "lastDay", string>>;
  problems: Partial<Record<string, string>>;
  hosts: readonly string[];
  today: string;
  latest: string;
};

/** The fields of a pay link; `check-pay-link.ts` has their rules. */
function PayLinkFields({ values, problems, hosts, today, latest }: FieldsProps) {
  return (
    <>
      <Field
        id="pay-link-url"
        label="Link to the payment page"
        size="sm"
        hint={
          <>
            At <Hosts hosts={hosts} />. No card numbers.
          </>
        }
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
