import { Download } from "lucide-react";
import { data, Form, redirect } from "react-router";
import { requireSuperAdmin } from "~/accounts/staff.server";
import { activeHold } from "~/core/legal-holds.server";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { calendarDate, calendarLongDate, nassauDay, nassauTime } from "~/core/time";
import { statusOf } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import {
  findRestricted,
  hasOpened,
  openRestricted,
  type RestrictedCaseData,
  readRestrictedData,
} from "~/privacy/restricted/open-restricted.server";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { TextLink } from "~/ui/link";
import { statusLook } from "~/ui/lists/status-badge";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/restricted";

export const meta: Route.MetaFunction = () => [{ title: "Restricted case · Lucaya staff" }];

/** `/admin/privacy/restricted/{id}`: opens for a super admin who states a reason. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const staff = await requireSuperAdmin(request);
  const found = await findRestricted(params.id);
  if (!found) throw redirect("/admin/privacy");
  const { id, applicationNumber: number, serviceName, status, restrictedUntil: until, dataDocumentId } = found;
  const shown = (await hasOpened(staff, id)) ? await readRestrictedData(dataDocumentId) : null;
  const hold = await activeHold(db, id);
  return { id, number, serviceName, status, until, shown, hold };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireSuperAdmin(request);
  const reason = String((await readForm(request)).get("reason") ?? "");
  const { address, browser } = context.get(requestContext);
  const opened = await openRestricted({ staff, address, browser }, { id: params.id, reason });
  if (opened.ok) throw redirect(`/admin/privacy/restricted/${params.id}`);
  if (opened.reason === "forbidden") throw data({ reason: "role" }, 403);
  return data({ message: opened.message, reason: stripInvalidCharacters(reason) }, statusOf(opened));
}

export default function Restricted({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, serviceName, status, until, shown, hold } = loaderData;
  return (
    <>
      <p>
        <TextLink to="/admin/privacy">Privacy</TextLink>
      </p>
      <h1 className="mt-2 text-3xl">
        Restricted case <span className="font-mono">{number}</span>
      </h1>
      <p className="mt-2 text-stone">
        {serviceName} · {statusLook(status).label} · Restricted until {calendarLongDate(until)}
      </p>
      <p className="mt-3">
        <TextLink to={`/admin/applications/${id}/hold`}>
          {hold ? `Legal hold since ${calendarDate(nassauDay(hold.placedAt))}` : "Legal hold"}
        </TextLink>
      </p>
      {shown ? (
        <>
          <Banner tone="info" className="mt-5">
            You’ve opened this case. Your access ends within ten minutes.
          </Banner>
          <ButtonLink
            to={`/admin/privacy/restricted/${id}/case.zip`}
            reloadDocument
            data-fresh=""
            variant="outline"
            className="mt-5"
            before={<Download aria-hidden />}
          >
            Download everything as ZIP
          </ButtonLink>
          <Contents shown={shown} />
        </>
      ) : (
        <Form method="post" className="mt-6 grid max-w-2xl gap-4">
          <Field
            id="reason"
            label="Why are you opening this case?"
            hint="Your reason is recorded."
            error={actionData?.message}
            required
          >
            <Textarea name="reason" rows={3} maxLength={500} defaultValue={actionData?.reason} dir="auto" />
          </Field>
          <SubmitButton className="justify-self-start">Open the case</SubmitButton>
        </Form>
      )}
    </>
  );
}

function invoiceLine({ title, number, total, at, creditNote }: RestrictedCaseData["invoices"][number]): string {
  const voided = creditNote ? `Void${creditNote.number ? ` (${creditNote.number})` : ""}` : "";
  return line(at, `${title} ${number ?? ""} $${total}`, voided);
}

function Contents({ shown }: { shown: RestrictedCaseData }) {
  const lines: [title: string, entries: string[]][] = [
    ["Status", shown.statusHistory.map((change) => line(change.at, statusLook(change.to).label, change.message))],
    ["Messages", shown.messages.map((message) => line(message.sentAt, message.from, message.text))],
    ["Notes", shown.notesOfTheOffice.map((note) => line(note.writtenAt, "", note.text))],
    ["Ledger", shown.ledger.map((entry) => line(entry.at, `${entry.name} $${entry.amount}`, entry.receiptNumber))],
    ...(shown.invoices.length > 0 ? [["Invoices", shown.invoices.map(invoiceLine)] as [string, string[]]] : []),
    ["Documents", shown.documents.map(({ name }) => name)],
  ];
  return (
    <div className="mt-8 grid max-w-3xl gap-8">
      {shown.steps.map((step) => (
        <section key={step.title}>
          <h2 className="text-xl">{step.title}</h2>
          <dl className="mt-2 grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
            {step.answers.map((answer) => (
              <div key={answer.label} className="contents">
                <dt className="text-stone">{answer.label}</dt>
                <dd className="wrap-anywhere whitespace-pre-line" dir="auto">
                  {inWords(answer.answer)}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {lines.map(([title, entries]) => (
        <section key={title}>
          <h2 className="text-xl">{title}</h2>
          {entries.length === 0 ? <p className="text-stone">None</p> : null}
          <ul className="mt-2 grid gap-1.5 wrap-anywhere whitespace-pre-line">
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what is put away never changes.
              <li key={index} dir="auto">
                {entry}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const line = (at: string, who: string, text: string | null | undefined) =>
  [nassauTime(at), who, text].filter(Boolean).join(" · ");

function inWords(answer: RestrictedCaseData["steps"][number]["answers"][number]["answer"]): string {
  if (!Array.isArray(answer)) return answer ?? "Not answered";
  return answer
    .map(({ title, answers }) =>
      [title, ...answers.map((answer) => `${answer.label}: ${answer.answer ?? ""}`)].join("\n"),
    )
    .join("\n\n");
}
