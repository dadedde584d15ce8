import { readForm } from "~/bodies/read-form.server";
import { visitContext } from "~/visit";
import type { Route } from "./+types/documents-save";
import { addDocument, type DocumentResult, removeAddedDocument } from "./add-document.server";
import { findHeld } from "./find.server";
import { requireFileLeft, retryAfterOf } from "./upload-limit.server";

const statuses: Partial<Record<DocumentResult["outcome"], number>> = {
  invalid: 422,
  missing: 404,
  limited: 429,
  away: 503,
  submitted: 409,
  refused: 403,
};

/** `POST /apply/{id}/documents/save`: sends or removes a file for the script of the documents' page. Answers JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const held = await findHeld(request, params.id);
  const result = held ? await answer(held) : ({ outcome: "refused" } as const);
  return Response.json(result, { status: statuses[result.outcome] ?? 200, headers: retryAfterOf(result) });

  async function answer({ application, holder }: NonNullable<typeof held>): Promise<DocumentResult> {
    const { address } = context.get(visitContext);
    await requireFileLeft(request, address);
    const form = await readForm(request);
    if (form.get("intent") === "remove") return removeAddedDocument(holder, application.id, form.get("document"));
    return addDocument({ address, holder }, application, form);
  }
}
