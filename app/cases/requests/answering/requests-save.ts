import { findForHolder } from "~/applications/access/find.server";
import { permissionEnded } from "~/applications/access/resend-link/permission-ended";
import { typedFileDateIn } from "~/applications/required-files/write-file-date.server";
import { headOf } from "~/applications/wizard/files/request.server";
import { requireUploadLimit } from "~/applications/wizard/files/upload-limit.server";
import { requestContext } from "~/core/request-context";
import { formStatusOf } from "~/core/verbs/refused";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import type { Route } from "./+types/requests-save";
import { handleRequestsForm } from "./answer-form.server";
import { saveCorrection, saveDraft } from "./draft.server";
import { attachToItem, type ItemFileRefused, keepHintOfItem, moveItemPage, removeFromItem } from "./draft-files.server";
import { saveFileDate } from "./save-file-date.server";

/** `POST /apply/{id}/requests/save`: for the page's script: the form, a file, a draft or a date. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { address } = context.get(requestContext);
  const found = await findForHolder(request, params.id);
  if (!found) return permissionEnded();
  await requireUploadLimit(request, address);
  await requireFormLimit(request, address, "case draft");
  const { id } = found.application;
  const by = { address, holder: found.holder };
  const form = await readForm(request);
  const text = (name: string) => String(form.get(name) ?? "");
  const intent = form.get("intent");
  if (intent === "send" || intent === "save") return Response.json(await handleRequestsForm(by, id, form));
  if (intent === "draft") {
    const input = { item: text("item"), text: text("text"), revision: Number(text("revision")) || 0 };
    const saved = await saveDraft(by, id, input);
    return Response.json(saved, { status: formStatusOf(saved) });
  }
  if (intent === "correction") {
    const saved = await saveCorrection(by, id, { item: text("item"), form, revision: Number(text("revision")) || 0 });
    return Response.json(saved, { status: formStatusOf(saved) });
  }
  if (intent === "date") {
    const saved = await saveFileDate(by, id, typedFileDateIn(form));
    return Response.json(saved, { status: formStatusOf(saved) });
  }
  const file = form.get("file");
  const moved = { documentId: form.get("document"), isUp: text("move") === "up" };
  const result =
    intent === "remove"
      ? await removeFromItem(by, id, form.get("document"))
      : intent === "keep-hint"
        ? await keepHintOfItem(by, id, form.get("document"))
        : intent === "order"
          ? await moveItemPage(by, id, moved)
          : await attachToItem(by, id, {
              item: text("item"),
              file: file instanceof File ? file : new File([], ""),
              attempt: text("attempt"),
            });
  return Response.json(result, result.ok ? { status: 200 } : headOf(result satisfies ItemFileRefused));
}
