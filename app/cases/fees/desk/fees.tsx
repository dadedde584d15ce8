import { data, redirect } from "react-router";
import { type Notice, readFlash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext, type StaffContext } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { assignEntry } from "~/cases/invoices/assign-entry.server";
import { revalidateHeaders } from "~/core/revalidate";
import { stripInvalidCharacters } from "~/core/text-input";
import { formStatusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import type { Route } from "./+types/fees";
import type { FeesFormResult } from "./answer";
import { findDeskFees, voidsQuestionOf } from "./desk-fees.server";
import { CaseFees } from "./fees-panel";
import { recordEntry } from "./record-entry.server";
import { ReverseQuestion } from "./reverse";
import { reverseEntry, setRefundable } from "./reverse-entry.server";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Fees of ${loaderData?.fees.number ?? "an application"} · Lucaya staff` },
];

/** `/admin/applications/{id}/fees`: the ledger of a case as a page, and the question before an entry is reversed. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const fees = await findDeskFees(params.id);
  if (!fees) throw redirect(`/admin/applications/${params.id}`);
  const requestedId = url.searchParams.get("reverse");
  const reversing = fees.entries.find(({ id, mayReverse }) => id === requestedId && mayReverse) ?? null;
  const question = reversing && (await voidsQuestionOf(params.id, reversing.id));
  const { notice, headers } = readFlash(request);
  return data({ fees, reversing, question, notice: noticeWords(notice, fees) }, { headers });
}

function noticeWords(notice: Notice | null, { isSample }: { isSample: boolean }): string {
  const unmailed = isSample ? "Sample people get no email." : "No email was sent because there’s no address.";
  switch (notice) {
    case "invoice-made":
      return "Invoice made. The applicant has been emailed.";
    case "invoice-made-unmailed":
      return `Invoice made. ${unmailed}`;
    case "invoice-voided":
      return "Invoice voided. The applicant has been emailed.";
    case "invoice-voided-unmailed":
      return `Invoice voided. ${unmailed}`;
    case "invoice-void-before":
      return "This invoice was void already. Nothing was changed.";
    default:
      return "";
  }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = Object.fromEntries([...(await readForm(request))].map(([name, value]) => [name, String(value)]));
  const input = { ...form, applicationId: params.id };
  const done = await answer(form.intent, by, input);
  const attempt = form.attempt ?? "";
  if (done.ok && form.scripted) return { attempt, done: doneWords(done.receipt), values: {} } satisfies FeesFormResult;
  if (done.ok) throw redirect(`/admin/applications/${params.id}${searchOf(url)}#fees`, { headers: revalidateHeaders });
  const values = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, stripInvalidCharacters(value)]));
  const problems = done.detail ?? {};
  const question = "question" in done ? { owed: null, ...done.question } : undefined;
  const isExplained = question !== undefined || Object.keys(problems).length > 0;
  const message = isExplained ? "" : done.message || "This could not be recorded.";
  return data<FeesFormResult>({ attempt, message, problems, question, values }, formStatusOf(done));
}

function answer(intent: string | undefined, by: StaffContext, input: object) {
  switch (intent) {
    case "charge":
    case "payment":
    case "refund":
      return recordEntry(by, input);
    case "reverse":
      return reverseEntry(by, input);
    case "refundable":
      return setRefundable(by, input);
    case "assign":
      return assignEntry(by, input);
    default:
      throw data(null, 400);
  }
}

function doneWords(receipt: string | null): string {
  if (receipt === "later") return "Recorded. The receipt goes out in ten seconds.";
  return receipt ? `Recorded, with receipt ${receipt}.` : "Recorded.";
}

function searchOf({ search }: URL): string {
  const parameters = new URLSearchParams(search);
  parameters.delete("reverse");
  const query = parameters.toString();
  return query && `?${query}`;
}

export default function Fees({ loaderData, actionData }: Route.ComponentProps) {
  const { fees, reversing, question, notice } = loaderData;
  const back = `/admin/applications/${fees.applicationId}#fees`;
  return (
    <CaseSubpage id={fees.applicationId} number={fees.number} title="Fees" part="#fees">
      {reversing ? (
        <ReverseQuestion
          key={reversing.id}
          fees={fees}
          entry={reversing}
          question={question}
          back={back}
          answered={actionData}
        />
      ) : (
        <CaseFees key={notice} fees={fees} answered={actionData} notice={notice} isPage />
      )}
    </CaseSubpage>
  );
}
