import { data, Form, redirect } from "react-router";
import { findForHolder } from "~/applications/access/find.server";
import { BackToApplication, QuietPage, quietMeta } from "~/applications/access/quiet-page";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { formStatusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { FormRecovery, keepPageOnFailure } from "~/ui/forms/recovery/form-recovery";
import { Select } from "~/ui/forms/select";
import type { Route } from "./+types/report-mistake";
import { mistakeLimit, reportMistake, signedStep } from "./write-report.server";

export const meta: Route.MetaFunction = () => quietMeta("Tell us what’s wrong");

const stepIn = (url: URL) => url.searchParams.get("step") ?? "";

/** `/apply/{id}/wrong?step=`: reports one of the step's signed answers as wrong. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  const found = await findForHolder(request, params.id);
  const step = found && (await signedStep(found.application.id, stepIn(url)));
  if (!found || !step) throw redirect(`/apply/${params.id}`);
  return { id: found.application.id, ...step, limit: mistakeLimit, attempt: crypto.randomUUID() };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const found = await findForHolder(request, params.id);
  if (!found) throw redirect(`/apply/${params.id}`);
  const form = await readForm(request);
  const [name, text] = [String(form.get("question") ?? ""), String(form.get("text") ?? "")];
  const typed = { name, text: stripInvalidCharacters(text) };
  if (name === "") return data({ ...typed, unnamed: "Please choose the question.", message: undefined }, 422);
  const { id } = found.application;
  const by = { address: context.get(requestContext).address, holder: found.holder };
  const sent = await reportMistake(by, id, { stepCode: stepIn(url), name, text, attempt: form.get("attempt") });
  if (sent.ok) throw redirect(`/apply/${id}/messages`);
  if (sent.reason === "forbidden" || sent.reason === "not-found") throw redirect(`/apply/${id}`);
  return data({ ...typed, unnamed: undefined, message: sent.message }, formStatusOf(sent));
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }, next) => keepPageOnFailure(request, next),
];

export default function ReportMistakePage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, questions, limit, attempt } = loaderData;
  return (
    <QuietPage title="Tell us what’s wrong">
      <p className="mt-3 text-lg text-stone">
        This doesn’t change what you signed. Choose the answer in{" "}
        <strong className="font-semibold text-ink">{title}</strong>, and we’ll ask you for a correction.
      </p>
      <Form method="post" className="mt-8 grid gap-6">
        <input type="hidden" name="attempt" value={attempt} />
        <Field id="question" label="Which answer is wrong?" error={actionData?.unnamed} required>
          <Select
            name="question"
            placeholder="Choose a question"
            options={questions.map(({ name, label }) => ({ value: name, label }))}
            defaultValue={actionData?.name}
          />
        </Field>
        <Field id="text" label="What’s wrong, and what should it say?" error={actionData?.message} required>
          <Textarea name="text" rows={5} maxLength={limit} defaultValue={actionData?.text} dir="auto" />
        </Field>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SubmitButton size="lg">Send</SubmitButton>
          <BackToApplication id={id} />
        </div>
      </Form>
      <FormRecovery who={null} />
    </QuietPage>
  );
}
