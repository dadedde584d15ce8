import { findApplication, knownService } from "~/applications/access/find.server";
import { holderToken } from "~/applications/access/holder.server";
import { readApplicationNumber } from "~/applications/access/number";
import { requestContext } from "~/core/request-context";
import { readForm } from "~/request-bodies/read-form.server";
import type { Route } from "./+types/save";
import { requireSaveLimit } from "./read-forms.server";
import { saveResponse } from "./step-answer.server";
import { handleStepForm } from "./step-request.server";

/** `POST /apply/{id}/save`. The HTTP layer answers nearly all of these before the router (`save-response.ts`). */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { address } = context.get(requestContext);
  const known = knownService(params.id);
  const found = known ? undefined : await findApplication(params.id);
  const application = known ?? found?.application;
  // The saving statement checks the right; without any token there is nothing to check.
  const holder = application && holderToken(request.headers.get("cookie") ?? "", application.id);
  if (application && holder) await requireSaveLimit(request, address);
  const { status, headers, body } = saveResponse(
    application && holder
      ? await handleStepForm({ address, holder }, application, await readForm(request), found)
      : { kind: (await isDeleted(params.id)) ? "deleted" : "refused" },
  );
  return new Response(body, { status, headers });
}

/** An application number must not reveal whether the application exists. */
const isDeleted = async (id: string) => !readApplicationNumber(id) && !(await findApplication(id));
