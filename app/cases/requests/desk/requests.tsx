import { data, redirect } from "react-router";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { requestItems } from "~/cases/requests/asking/ask.server";
import { changeItemDueDate, withdrawItem } from "~/cases/requests/asking/change-item.server";
import { correctedStep, correctionOf, emptyItem, type TypedItem } from "~/cases/requests/asking/check-items";
import { acceptAnswer, askAgain } from "~/cases/requests/checking/decide.server";
import { closedForAsking, itemLimits } from "~/cases/requests/request-words";
import { revalidateHeaders } from "~/core/revalidate";
import { formStatusOf, type Refused, statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { StatusBadge } from "~/ui/lists/status-badge";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/requests";
import type { RequestsPageResult } from "./answers";
import { RequestForm } from "./ask-form";
import { RequestItems } from "./items";
import { readRequestForm } from "./requests.server";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Ask the applicant: ${loaderData?.application.number ?? "application"} · Lucaya staff` },
];

/** `/admin/applications/{id}/requests`: staff request items and decide on answers. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const found = await readRequestForm(params.id);
  if (!found) throw data(null, 404);
  const { newer, ...asking } = found;
  const step = asking.steps.find(({ code }) => code === url.searchParams.get("step"));
  if (step) return { ...asking, first: { ...emptyItem, what: correctionOf(step.code) } };
  const type = url.searchParams.get("newer") ?? "";
  const reason = newer.get(type);
  return { ...asking, first: reason ? { ...emptyItem, what: `document:${type}`, reason } : emptyItem };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const staffContext = await requireStaffContext(request, context);
  const form = await readForm(request);
  const by = { ...staffContext, attempt: form.get("attempt") };
  const intent = String(form.get("intent") ?? "");
  const back = `/admin/applications/${params.id}${withoutFirst(url)}#requests`;
  if (intent === "more" || intent === "show" || intent === "ask") {
    const items = itemsIn(form);
    const setStatus = form.get("setStatus") === "yes";
    const shown = { items, setStatus, message: "", problems: [] };
    if (intent === "show") return data<RequestsPageResult>({ asked: shown });
    if (intent === "more") return data<RequestsPageResult>({ asked: { ...shown, items: [...items, emptyItem] } });
    const attempt = form.get("attempt");
    const result = await requestItems(by, { applicationId: params.id, items, setStatus, attempt });
    if (result.ok) return redirect(back, { headers: revalidateHeaders });
    const problems = result.detail?.problems ?? [];
    return data<RequestsPageResult>({ asked: { ...shown, message: result.message, problems } }, formStatusOf(result));
  }
  const input = {
    applicationId: params.id,
    item: form.get("item"),
    answer: form.get("answer"),
    attempt: form.get("attempt") ?? undefined,
    reason: String(form.get("reason") ?? ""),
    dueOn: String(form.get("dueOn") ?? ""),
    setStatus: form.get("setStatus") === "yes",
  };
  const verb = verbOf(intent);
  if (!verb) throw data(null, 400);
  const result = await verb(by, input);
  if (!result.ok) {
    const { message, detail } = result;
    const { reason, dueOn, setStatus } = input;
    const decision = { item: String(input.item), intent, message, field: detail?.field, reason, dueOn, setStatus };
    return data<RequestsPageResult>(
      { decision },
      result.reason === "conflict" ? statusOf(result) : formStatusOf(result),
    );
  }
  return form.get("script")
    ? data<RequestsPageResult>({ done: String(input.item) })
    : redirect(back, { headers: revalidateHeaders });
}

type Context = Parameters<typeof requestItems>[0];
type Decide = (by: Context, input: unknown) => Promise<{ ok: true } | Refused<{ field: string } | undefined>>;
function verbOf(intent: string): Decide | undefined {
  switch (intent) {
    case "accept":
      return acceptAnswer;
    case "again":
      return askAgain;
    case "take-back":
      return withdrawItem;
    case "move":
      return changeItemDueDate;
    default:
      return undefined;
  }
}

function withoutFirst({ searchParams }: URL): string {
  const query = new URLSearchParams(
    [...searchParams].filter(([name]) => name !== "step" && name !== "newer"),
  ).toString();
  return query ? `?${query}` : "";
}

/** Reads the items: each column is sent once per item, in their order, and the checkboxes under its index. */
function itemsIn(form: FormData): TypedItem[] {
  const column = (name: keyof TypedItem) => form.getAll(name).map(String);
  const [what, name, reason, dueOn, ifLate] = [
    column("what"),
    column("name"),
    column("reason"),
    column("dueOn"),
    column("ifLate"),
  ];
  return what.slice(0, itemLimits.items + 1).map((kind, index) => ({
    what: kind,
    name: name[index] ?? "",
    questions: questionsIn(form.getAll(`questions-${index}`).map(String), correctedStep(kind)),
    reason: reason[index] ?? "",
    dueOn: dueOn[index] ?? "",
    ifLate: ifLate[index] ?? "",
  }));
}

/** Without script the checkboxes of a step stay in the form after another step is chosen. */
const questionsIn = (checkedNames: readonly string[], step: string | undefined): string[] =>
  checkedNames.flatMap((name) => (step && name.startsWith(`${step}.`) ? [name.slice(step.length + 1)] : []));

export default function RequestsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { application, mayAsk, requirements, steps, first, requests, amendments, attempt } = loaderData;
  const result: RequestsPageResult = actionData ?? {};
  return (
    <CaseSubpage
      id={application.id}
      number={application.number}
      title="Ask the applicant"
      marks={<StatusBadge status={application.status} />}
      part="#requests"
    >
      {mayAsk ? (
        <RequestForm
          application={application}
          requirements={requirements}
          steps={steps}
          first={first}
          attempt={attempt}
          answered={result.asked}
        />
      ) : (
        <Banner tone="info">
          {application.status === "draft" ? "This application hasn’t been submitted yet." : closedForAsking}
        </Banner>
      )}
      <RequestItems application={application} requests={requests} amendments={amendments} answer={result.decision} />
    </CaseSubpage>
  );
}
