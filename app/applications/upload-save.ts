import { readForm } from "~/bodies/read-form.server";
import { visitContext } from "~/visit";
import type { Route } from "./+types/upload-save";
import { attachDocument, detachDocument, type FileResult } from "./attach-document.server";
import { findHeld } from "./find.server";
import { requireFileLeft, retryAfterOf } from "./upload-limit.server";

const statuses: Partial<Record<FileResult["outcome"], number>> = {
  invalid: 422,
  missing: 404,
  limited: 429,
  away: 503,
  submitted: 409,
  refused: 403,
};

/** `POST /apply/{id}/upload/save?step=…&field=…`: sends or removes a file for the wizard's script. Answers JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const held = await findHeld(request, params.id);
  const result = held ? await answer(held) : ({ outcome: "refused" } as const);
  return Response.json(result, { status: statuses[result.outcome] ?? 200, headers: retryAfterOf(result) });

  async function answer({ application, holder }: NonNullable<typeof held>): Promise<FileResult> {
    const { searchParams } = new URL(request.url);
    const place = { step: searchParams.get("step") ?? "", field: searchParams.get("field") ?? "" };
    const { address } = context.get(visitContext);
    await requireFileLeft(request, address);
    const form = await readForm(request);
    if (form.get("intent") === "detach") return detachDocument(application, holder, place);
    return attachDocument({ address, holder }, application, place, form);
  }
}
