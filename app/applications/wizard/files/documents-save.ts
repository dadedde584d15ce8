import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/documents-save";
import { attachDocument, removeAddedDocument } from "./attach-document.server";
import { intentIn } from "./intents.server";
import { handleFileRequest } from "./request.server";

/** `POST /apply/{id}/documents/save` for the script of the documents' page: sends, changes or removes a file. */
export function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { address } = context.get(requestContext);
  return handleFileRequest(request, params.id, address, async ({ application, holder }, form) => {
    const by = { address, holder };
    const act = intentIn(form);
    if (act) return act({ context: by, applicationId: application.id, form });
    return form.get("intent") === "remove"
      ? removeAddedDocument(by, application.id, form.get("document"))
      : attachDocument(by, application, { type: String(form.get("type") ?? "") }, form);
  });
}
