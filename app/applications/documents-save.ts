import { visitContext } from "~/visit";
import type { Route } from "./+types/documents-save";
import { addDocument, type DocumentResult, removeAddedDocument } from "./add-document.server";
import { findApplication } from "./find.server";
import { holderOf } from "./holder.server";
import { retryAfterOf } from "./upload-limit.server";

const statuses: Partial<Record<DocumentResult["outcome"], number>> = {
  invalid: 422,
  limited: 429,
  submitted: 409,
  refused: 403,
};

/** `POST /apply/{id}/documents/save`: the script of the documents' page sends a file, or removes one. Answers with JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const found = await findApplication(params.id);
  const holder = found && (await holderOf(request, found.application.id));
  const result = found && holder ? await answer() : ({ outcome: "refused" } as const);
  return Response.json(result, { status: statuses[result.outcome] ?? 200, headers: retryAfterOf(result) });

  async function answer(): Promise<DocumentResult> {
    if (!found || !holder) return { outcome: "refused" };
    const form = await request.formData();
    if (form.get("intent") === "remove") return removeAddedDocument(holder, found.application.id, form.get("document"));
    return addDocument({ address: context.get(visitContext).address, holder }, found.application, form);
  }
}
