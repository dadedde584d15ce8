import { data, redirect } from "react-router";
import { requireStaff, requireStaffContext, type StaffContext } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { revalidateAfterPost, revalidateHeaders } from "~/core/revalidate";
import { formStatusOf } from "~/core/verbs/refused";
import { type KeyDateAnswer, KeyDates } from "~/key-dates/key-date-forms";
import { readKeyDateForm } from "~/key-dates/read-form";
import { readForm } from "~/request-bodies/read-form.server";
import { Checkbox } from "~/ui/forms/checkbox";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/key-dates";
import {
  addCaseKeyDate,
  correctCaseKeyDate,
  keepCaseKeyDate,
  removeCaseKeyDate,
  settleCaseKeyDate,
  unsettleCaseKeyDate,
} from "./change-key-dates.server";
import { keyDateNames, mailed } from "./key-dates-section";
import { readKeyDatePage } from "./page.server";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Key dates of ${loaderData?.number ?? "an application"} · Lucaya staff` },
];

/** `/admin/applications/{id}/key-dates`: records, corrects, settles and removes the key dates of an approved case. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const page = await readKeyDatePage(params.id);
  if (!page) throw redirect(`/admin/applications/${params.id}`);
  return { ...page, adds: url.searchParams.has("add") || page.keyDates.length === 0 };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = await readForm(request);
  const text = (name: string) => String(form.get(name) ?? "");
  const typed = readKeyDateForm(form);
  const [intent, keyDate, attempt, mails] = [text("intent"), text("keyDate"), text("attempt"), text("mails") === "yes"];
  const input = {
    ...{ applicationId: params.id, mails, input: typed, settledAs: text("settledAs") },
    ...{ attempt: attempt || undefined, keyDate: keyDate || undefined, seen: text("seen") || undefined },
  };
  const done = await change(intent, by, input);
  if (done.ok) throw redirect(`/admin/applications/${params.id}#key-dates`, { headers: revalidateHeaders });
  const { message, detail: problems = {} } = done;
  return data<KeyDateAnswer>({ intent, keyDate, attempt, message, problems, typed, mails }, formStatusOf(done));
}

function change(intent: string, by: StaffContext, input: object) {
  switch (intent) {
    case "add":
      return addCaseKeyDate(by, input);
    case "correct":
      return correctCaseKeyDate(by, input);
    case "remove":
      return removeCaseKeyDate(by, input);
    case "settle":
      return settleCaseKeyDate(by, input);
    case "unsettle":
      return unsettleCaseKeyDate(by, input);
    case "keep":
      return keepCaseKeyDate(by, input);
    default:
      throw data(null, 400);
  }
}

export const shouldRevalidate = revalidateAfterPost;

export default function CaseKeyDatesPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { id, number, email, keyDates, today, adds, attempt } = loaderData;
  const isApproved = loaderData.status === "approved";
  return (
    <CaseSubpage id={id} number={number} title="Expirations and deadlines" part="#key-dates">
      <div>
        <p className="max-w-prose text-stone">
          Copy the day from the document. The applicant sees these dates, and is reminded of them.
        </p>
        {isApproved ? null : <Banner tone="info" title="Key dates belong to an approved case." className="mt-4" />}
        <KeyDates
          {...{ keyDates, today, adds, attempt, answer }}
          names={keyDateNames}
          canChange={isApproved}
          empty="No key dates yet."
          noteHint="The applicant reads this."
          values={mailed}
          more={(about, typed) => <Mails id={about} email={email} isChosen={typed?.mails} />}
        />
      </div>
    </CaseSubpage>
  );
}

function Mails({ id, email, isChosen = true }: { id: string; email: string; isChosen: boolean | undefined }) {
  if (email === "") return <p className="text-sm text-stone">No email will be sent because there’s no address.</p>;
  return (
    <Checkbox
      id={`${id}-mails`}
      name="mails"
      value="yes"
      size="sm"
      defaultChecked={isChosen}
      label="Send an email about it"
    />
  );
}
