import { findHeld } from "~/applications/access/find.server";
import { headOf } from "~/applications/wizard/files/request.server";
import { requireFileLeft } from "~/applications/wizard/files/upload-limit.server";
import { requireFewForms } from "~/bodies/few-forms.server";
import { readForm } from "~/bodies/read-form.server";
import { formStatusOf, refuse } from "~/ground/verbs/refused";
import { visitContext } from "~/ground/visit";
import type { Route } from "./+types/requests-save";
import { saveCorrection, saveDraft } from "./draft.server";
import { attachToItem, type ItemFileRefused, removeFromItem } from "./draft-files.server";

/** `POST /apply/{id}/requests/save`: the page's script sends a file, removes one, or keeps a text. JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { address } = context.get(visitContext);
  const held = await findHeld(request, params.id);
  if (!held) return Response.json(refuse("forbidden"), { status: 403 });
  await requireFileLeft(request, address);
  await requireFewForms(request, address, "case draft");
  const { id } = held.application;
  const by = { address, holder: held.holder };
  const form = await readForm(request);
  const text = (name: string) => String(form.get(name) ?? "");
  if (form.get("intent") === "draft") {
    const given = { item: text("item"), text: text("text"), revision: Number(text("revision")) || 0 };
    const saved = await saveDraft(by, id, given);
    return Response.json(saved, { status: formStatusOf(saved) });
  }
  if (form.get("intent") === "correction") {
    const saved = await saveCorrection(by, id, { item: text("item"), form, revision: Number(text("revision")) || 0 });
    return Response.json(saved, { status: formStatusOf(saved) });
  }
  const file = form.get("file");
  const result =
    form.get("intent") === "remove"
      ? await removeFromItem(by, id, form.get("document"))
      : await attachToItem(by, id, {
          item: text("item"),
          file: file instanceof File ? file : new File([], ""),
          attempt: text("attempt"),
        });
  return Response.json(result, result.ok ? { status: 200 } : headOf(result satisfies ItemFileRefused));
}
