import { useState } from "react";
import { data, Form, redirect } from "react-router";
import { flash, readFlash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { stepByCode } from "~/applications/steps/registry";
import { StepQuestions } from "~/applications/wizard/answering/step-questions";
import { fieldId } from "~/applications/wizard/field-view";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import type { Answers, Problem } from "~/form-engine/definition";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import { PageLink } from "~/ui/page-link";
import { recordOpened } from "../record-opened.server";
import type { Route } from "./+types/enter";
import { type EnterData, readEntered } from "./enter.server";
import { enterStep } from "./enter-step.server";
import { hiddenInput, without } from "./entered-step";
import { revealStep } from "./reveal-step.server";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.step.title ?? "Step"} · ${loaderData?.number ?? ""} · Lucaya staff` },
];

const caseOf = (id: string) => `/admin/applications/${id}`;

/** `/admin/applications/{id}/enter`: a step of a desk draft, with the wizard's own questions. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const entered = await readEntered(params.id, url.searchParams.get("step"));
  if (!entered) throw redirect(caseOf(params.id));
  await recordOpened(staff, { id: entered.id, applicationNumber: entered.number }, context.get(requestContext));
  const { notice, headers } = readFlash(request);
  return data({ ...entered, isSaved: notice === "step-entered" }, { headers });
}

/** Shown instead of the stored answers. `hidden`: questions that the form still leaves out. */
type Shown = {
  step: string;
  revision: number;
  answers: Answers;
  hidden: string[];
  problems: Problem[];
  message: string;
};

export async function action({ request, params, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = await readForm(request);
  if (form.get("intent") === "reveal") {
    const revealed = await revealStep(by, params.id, form);
    if (!revealed.ok) throw data(null, statusOf(revealed));
    const { step, revision, answers } = revealed;
    return data<Shown>({ step, revision, answers, hidden: [], problems: [], message: "" });
  }
  const hidden = String(form.get(hiddenInput) ?? "").split(" ");
  const entered = await enterStep(by, params.id, form);
  if (!entered.ok) {
    const { message, detail } = entered;
    if (!detail) throw data(message || null, statusOf(entered));
    return data<Shown>({ ...detail, hidden, message }, statusOf(entered));
  }
  const { goal, hash, problems, ...rest } = entered;
  if (problems.length > 0) return data<Shown>({ ...rest, hidden, problems, message: "" }, 422);
  const saved = { headers: { "Set-Cookie": flash("step-entered") } };
  if (goal === null) throw redirect(`${caseOf(params.id)}#desk-draft`, saved);
  throw redirect(`${caseOf(params.id)}/enter?step=${goal}${hash ? `#${hash}` : ""}`, saved);
}

export default function EnterStep({ loaderData, actionData }: Route.ComponentProps) {
  const shown = actionData?.step === loaderData.step.code ? actionData : undefined;
  const { number, serviceName, email, name } = loaderData;
  // Remount the form after each save, even with problems, so that it no longer counts as unsaved.
  const [saved, setSaved] = useState(0);
  if (shown?.problems.length && shown.revision !== saved) setSaved(shown.revision);
  return (
    <CaseSubpage
      id={loaderData.id}
      number={number}
      title={loaderData.step.title}
      about={`${serviceName ?? "Visa Application"} · ${name || email}`}
      wide
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:items-start">
        <div className="lg:col-start-2 lg:row-start-1">
          <Steps data={loaderData} />
        </div>
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          <StepForm key={`${loaderData.step.code} ${saved}`} data={loaderData} shown={shown} />
        </div>
      </div>
    </CaseSubpage>
  );
}

/** The steps that can be filled in, with how much of each is answered. */
function Steps({ data: { id, steps, step } }: { data: EnterData }) {
  return (
    <nav aria-label="Steps">
      <ol className="grid gap-0.5">
        {steps.map(({ code, title, answered, asked }, index) => (
          <li key={code}>
            <PageLink
              to={`${caseOf(id)}/enter?step=${code}`}
              aria-current={code === step.code ? "step" : undefined}
              className={classNames(
                "flex min-h-9 items-baseline gap-2.5 rounded-md px-3 py-1.5 text-sm hover:bg-foam",
                code === step.code ? "bg-foam font-semibold text-ink" : "text-ink",
              )}
            >
              <span className="text-stone tabular-nums">{index + 1}</span>
              <span className="min-w-0 flex-1">{title}</span>
              <span className="shrink-0 text-xs text-stone tabular-nums">
                {answered} of {asked}
              </span>
            </PageLink>
          </li>
        ))}
      </ol>
      <p className="mt-3 px-3 text-xs text-stone">
        Only the applicant can review, sign and submit. What you enter is recorded under your name.
      </p>
    </nav>
  );
}

type FormProps = { data: EnterData & { isSaved: boolean }; shown: Shown | undefined };

function StepForm({ data: entered, shown }: FormProps) {
  const definition = stepByCode(entered.step.code);
  if (!definition) throw new Error(`No step has the code ${entered.step.code}`);
  const hidden = shown ? entered.hidden.filter(({ name }) => shown.hidden.includes(name)) : entered.hidden;
  const problems = shown?.problems ?? [];
  const answers = shown?.answers ?? entered.answers;
  return (
    <Form method="post" noValidate data-keep="page" data-of-search="" aria-label={entered.step.title}>
      <ErrorSummary
        headed
        title="Saved. Please check these answers before you leave this step"
        errors={problems.map(({ name, at, message }) => ({ id: fieldId(at ?? name), message }))}
        className="mb-6"
      />
      <MessageBanner message={shown?.message} className="mb-6" />
      {entered.isSaved && !shown ? (
        <Banner tone="success" role="status" className="mb-6">
          Saved.
        </Banner>
      ) : null}
      <input type="hidden" name="step" value={entered.step.code} />
      <input type="hidden" name="revision" value={shown?.revision ?? entered.revision} />
      <input type="hidden" name={hiddenInput} value={hidden.map(({ name }) => name).join(" ")} />
      {/* Enter activates a form's first submit button, so make that the one that continues. */}
      <button type="submit" name="intent" value="next" hidden tabIndex={-1} aria-hidden="true" />
      {hidden.length > 0 ? (
        <div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-mist/60 px-4 py-3">
          <p className="min-w-0 flex-1 basis-64 text-sm">
            <span className="font-semibold">Hidden and unchanged:</span> {hidden.map(({ label }) => label).join(", ")}.
          </p>
          <SubmitButton intent="reveal" data-saves="no" variant="outline" size="sm">
            Show to change
          </SubmitButton>
        </div>
      ) : null}
      <StepQuestions
        key={hidden.map(({ name }) => name).join(" ")}
        step={without(definition, new Set(hidden.map(({ name }) => name)))}
        initial={answers}
        known={entered.known}
        problems={problems}
        countries={entered.countries}
        today={entered.today}
        phoneCountries={entered.phoneCountries}
      />
      <div className="mt-10 flex flex-wrap items-center gap-3 border-t border-line pt-5">
        <SubmitButton intent="next" busyLabel="Saving…">
          {entered.isLast ? "Save and finish" : "Save and next step"}
        </SubmitButton>
        <SubmitButton intent="save" variant="outline" busyLabel="Saving…">
          Save
        </SubmitButton>
      </div>
    </Form>
  );
}
