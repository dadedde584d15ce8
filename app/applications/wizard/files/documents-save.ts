import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/documents-save";
import { attachDocument, removeAddedDocument } from "./attach-document.server";
import { handleFileRequest } from "./request.server";

/** `POST /apply/{id}/documents/save` for the script of the documents' page: sends or removes a file. */
export function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { address } = context.get(requestContext);
  return handleFileRequest(request, params.id, address, async ({ application, holder }, form) =>
    form.get("intent") === "remove"
      ? removeAddedDocument({ address, holder }, application.id, form.get("document"))
      : attachDocument({ address, holder }, application, { type: String(form.get("type") ?? "") }, form),
  );
}
