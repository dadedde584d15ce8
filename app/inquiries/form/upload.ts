import { z } from "zod";
import { browserOf, rememberBrowser } from "~/core/browser.server";
import { requestContext } from "~/core/request-context";
import { formStatusOf, refuse } from "~/core/verbs/refused";
import { isChosen } from "~/documents/file-rules";
import { discardWaiting } from "~/documents/unattached.server";
import { readForm } from "~/request-bodies/read-form.server";
import type { Route } from "./+types/upload";
import { requireUploadLimit, storeFile } from "./store-file.server";

const uuid = z.uuid();

/** `POST /contact/upload`: receives a file from the form's script, or removes one. Responds with JSON. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { address } = context.get(requestContext);
  await requireUploadLimit(request, address);
  const form = await readForm(request);
  if (form.has("remove")) {
    const holder = browserOf(request);
    const removed = uuid.safeParse(form.get("remove"));
    const discarded = holder !== undefined && removed.success && (await discardWaiting(holder, removed.data));
    const result = discarded ? ({ ok: true } as const) : refuse("not-found");
    return Response.json(result, { status: formStatusOf(result) });
  }
  const [file, attempt] = [form.get("file"), uuid.safeParse(form.get("attempt"))];
  if (!isChosen(file) || !attempt.success) {
    const refused = refuse("invalid", "Failed to upload files");
    return Response.json(refused, { status: formStatusOf(refused) });
  }
  const browser = rememberBrowser(request);
  const stored = await storeFile({ address, holder: browser.holder }, file, attempt.data);
  return Response.json(stored, { status: formStatusOf(stored), headers: { "Set-Cookie": browser.cookie } });
}
