import { data, Form, redirect } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { carriedFacts } from "~/applications/start/carried-facts";
import { serviceFirst } from "~/applications/start/tier-choice";
import { StepQuestions } from "~/applications/wizard/answering/step-questions";
import { fieldId } from "~/applications/wizard/field-view";
import { stripInvalidCharacters } from "~/core/text-input";
import { statusOf } from "~/core/verbs/refused";
import { textOf } from "~/form-engine/definition";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import { Panel } from "~/ui/lists/panel";
import type { Route } from "./+types/make";
import { readCarried } from "./carried.server";
import { makeApplication, pressedFacts } from "./make-application.server";

const inquiryOf = (id: string) => `/admin/inquiries/${id}`;

export const meta: Route.MetaFunction = () => [{ title: "Make an application · Lucaya staff" }];

/** `/admin/inquiries/{id}/application`: an inquiry's data, to be corrected before a draft is made of it. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request);
  const carried = await readCarried(params.id);
  if (!carried) throw redirect("/admin/inquiries");
  if ("made" in carried) throw toCase(carried.made, false);
  return carried;
}

const toCase = (id: string, isNew: boolean) =>
  redirect(`/admin/applications/${id}`, {
    headers: { "Set-Cookie": flash(isNew ? "application-made" : "application-made-before") },
  });

export async function action({ request, params, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = await readForm(request);
  const chosen = stripInvalidCharacters(String(form.get("service") ?? ""));
  const pressedButton = String(form.get("intent") ?? "");
  // Without JavaScript: show the form again with the suggested phone number.
  if (pressedButton.startsWith("phone:"))
    return data({ answers: pressedFacts(form, pressedButton), problems: [], service: null, chosen });
  const made = await makeApplication(by, params.id, form);
  if (made.ok) throw toCase(made.id, made.isNew);
  if (!made.detail) throw data(made.message || null, statusOf(made));
  return data({ ...made.detail, chosen }, statusOf(made));
}

export default function MakeApplication({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, reference, facts, service, asked, services, countries, today } = loaderData;
  const problems = actionData?.problems ?? [];
  const answers = actionData?.answers ?? facts;
  const errors = [
    ...(actionData?.service ? [{ id: "service", message: actionData.service }] : []),
    ...problems.map(({ name, at, message }) => ({ id: fieldId(at ?? name), message })),
  ];
  return (
    <Panel
      key={id}
      id="make"
      kind={
        <>
          Inquiry <span className="font-mono">{reference}</span> · <bdi>{name}</bdi>
        </>
      }
      title="Make an application"
      closeTo={inquiryOf(id)}
      className="max-w-3xl"
    >
      <Form method="post" noValidate className="px-4 py-6 sm:px-7">
        <ErrorSummary headed title="Please check these answers" errors={errors} className="mb-6" />
        <p className="max-w-prose text-stone">
          This will be copied into a draft. Correct it first; the applicant will be asked for anything left empty. They
          get an email link to complete and sign it.
        </p>
        {/* The questioned email: sending it again unchanged confirms it. */}
        <input type="hidden" name="meant" value={textOf(actionData?.answers.email)} />
        <Field
          id="service"
          label="Visa service"
          hint={service ? undefined : `The inquiry names “${asked}”. ${serviceFirst}`}
          error={actionData?.service ?? undefined}
          required
          className="mt-6"
        >
          <Select
            name="service"
            placeholder="Choose one"
            defaultValue={actionData?.chosen ?? service}
            options={services.map(({ slug, name: label }) => ({ value: slug, label }))}
          />
        </Field>
        <div className="mt-8">
          <StepQuestions
            key={actionData ? "again" : "first"}
            step={carriedFacts}
            initial={answers}
            problems={problems}
            countries={countries}
            today={today}
            phoneCountries={[textOf(answers.country), textOf(answers.nationalityCountry)]}
          />
        </div>
        <div className="mt-8 flex flex-wrap items-center gap-3 border-t border-line pt-5">
          <SubmitButton busyLabel="Creating…">Make the application</SubmitButton>
          <ButtonLink to={inquiryOf(id)} variant="outline">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Panel>
  );
}
