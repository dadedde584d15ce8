import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { fileCase } from "~/cases/turn/file-case.server";
import { planFiling } from "~/cases/turn/plan-filing.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { readApplication } from "../../case-data/case.server";
import type { Route } from "./+types/filing";
import { FilingForm, type FilingFormResult, FilingQuestionForm } from "./filing-form";
import { PlanForm, type PlanFormResult } from "./plan-form";

export const meta: Route.MetaFunction = () => [{ title: "Filing with the authorities · Lucaya staff" }];

/** `/admin/applications/{id}/filing`: a form of the case, as a page of its own after a refusal without a script. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request);
  const detail = await readApplication(params.id);
  if (!detail?.turn) throw redirect(`/admin/applications/${params.id}`);
  const { id, applicationNumber, filedOn, decisionExpectedBy } = detail.application;
  return { id, number: applicationNumber, filedOn, decisionExpectedBy, filing: detail.filing };
}

type ActionResult = { filed?: FilingFormResult; plan?: PlanFormResult };

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address, browser } = context.get(requestContext);
  const form = Object.fromEntries(await readForm(request));
  const by = { staff, address, browser };
  if (form.intent === "plan") {
    const planned = await planFiling(by, { ...form, applicationId: params.id });
    if (planned.ok) return redirect(`/admin/applications/${params.id}`);
    const plan = {
      message: planned.message,
      atField: planned.detail !== undefined,
      plannedOn: `${form.plannedOn ?? ""}`,
    };
    return data<ActionResult>({ plan }, statusOf(planned));
  }
  const saved = await fileCase(by, { ...form, applicationId: params.id });
  if (saved.ok) return redirect(`/admin/applications/${params.id}`);
  const { detail } = saved;
  const filed = {
    message: saved.message,
    problem: detail && "field" in detail ? detail : null,
    question: detail && "question" in detail ? detail.question : null,
    revision: `${form.revision ?? ""}`,
    filedOn: `${form.filedOn ?? ""}`,
    expectedBy: `${form.expectedBy ?? ""}`,
  };
  return data<ActionResult>({ filed }, statusOf(saved));
}

/** Also after a refused POST: the form contains the days that it was made from. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === "POST" || defaultShouldRevalidate;
}

export default function Filing({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, filing, ...days } = loaderData;
  const result: ActionResult = actionData ?? {};
  return (
    <CaseSubpage id={id} number={number} title="Filing with the authorities">
      {result.filed?.question ? (
        <FilingQuestionForm id={id} result={result.filed} />
      ) : result.plan ? (
        <PlanForm id={id} {...filing} initialResult={result.plan} />
      ) : (
        <FilingForm id={id} {...days} {...(result.filed ? { initialResult: result.filed } : {})} />
      )}
    </CaseSubpage>
  );
}
