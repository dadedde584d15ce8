import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/upload-save";
import { attachDocument, detachDocument } from "./attach-document.server";
import { handleFileRequest } from "./request.server";

/** `POST /apply/{id}/upload/save?step=…&field=…` for the wizard's script: sends or removes a file. */
export function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const question = { step: searchParams.get("step") ?? "", field: searchParams.get("field") ?? "" };
  const { address } = context.get(requestContext);
  return handleFileRequest(request, params.id, address, async ({ application, holder }, form) =>
    form.get("intent") === "detach"
      ? detachDocument({ address, holder }, application, question)
      : attachDocument({ address, holder }, application, question, form),
  );
}
