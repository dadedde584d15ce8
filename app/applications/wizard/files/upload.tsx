import { ArrowLeft } from "lucide-react";
import { data, redirect } from "react-router";
import { findForHolder } from "~/applications/access/find.server";
import { QuietPage, quietMeta } from "~/applications/access/quiet-page";
import { inputId, stepUrl } from "~/applications/access/step-url";
import { requestContext } from "~/core/request-context";
import { readyFile } from "~/documents/ready-file";
import { readForm } from "~/request-bodies/read-form.server";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { FileInput } from "~/ui/forms/file-input";
import { TextLink } from "~/ui/link";
import type { Route } from "./+types/upload";
import { attachDocument } from "./attach-document.server";
import { acceptOf, limitsOf, rulesOf } from "./file-limits";
import { findQuestion } from "./places.server";
import { headOf, shouldLeavePage } from "./request.server";
import { requireUploadLimit } from "./upload-limit.server";

export const meta: Route.MetaFunction = ({ loaderData: shown }) => quietMeta(shown?.field.label ?? "Upload");

/** Redirects everybody but the holder of a draft with this question to the application's page. */
async function findUpload(request: Request, applicationId: string) {
  const { searchParams } = new URL(request.url);
  const questionPlace = { step: searchParams.get("step") ?? "", field: searchParams.get("field") ?? "" };
  const found = await findForHolder(request, applicationId);
  const question =
    found?.application.status === "draft" ? await findQuestion(found.application, questionPlace) : undefined;
  if (!found || !question) throw redirect(`/apply/${applicationId}`);
  const change = searchParams.get("change");
  const back = stepUrl(found.application.id, {
    step: questionPlace.step,
    change: inputId.test(change ?? "") ? change : null,
    hash: questionPlace.field,
  });
  return { application: found.application, holder: found.holder, questionPlace, question, back };
}

/** `/apply/{id}/upload?step=…&field=…`: takes a file without JavaScript. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const { question, back } = await findUpload(request, params.id);
  const { label, hint, extensions } = question.field;
  return { field: { label, hint, extensions }, title: question.title, back, attempt: crypto.randomUUID() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { application, holder, questionPlace, back } = await findUpload(request, params.id);
  const { address } = context.get(requestContext);
  await requireUploadLimit(request, address);
  const result = await attachDocument({ address, holder }, application, questionPlace, await readForm(request));
  if (result.ok) throw redirect(back);
  if (shouldLeavePage(result)) throw redirect(`/apply/${application.id}`);
  return data({ message: result.message }, headOf(result));
}

/** Keeps headers of the action's response, such as `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Upload({ loaderData, actionData }: Route.ComponentProps) {
  const { field, title, back, attempt } = loaderData;
  return (
    <QuietPage title={field.label}>
      <p className="mt-3 text-lg text-stone">It belongs to the step “{title}”. Your answers there are saved.</p>
      <form method="post" encType="multipart/form-data" className="mt-8 grid gap-6">
        <input type="hidden" name="attempt" value={attempt} />
        <Field
          id="file"
          label="Your file"
          hint={[field.hint, `${limitsOf(field)}.`].filter(Boolean).join(" ")}
          error={actionData?.message}
        >
          <FileInput
            name="file"
            accept={acceptOf(field)}
            limits={limitsOf(field)}
            ready={(file) => readyFile(file, rulesOf(field))}
            required
          />
        </Field>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button type="submit" size="lg">
            Upload
          </Button>
          <TextLink to={back} reloadDocument look="standalone">
            <ArrowLeft aria-hidden className="size-4" /> Back without a file
          </TextLink>
        </div>
      </form>
    </QuietPage>
  );
}
