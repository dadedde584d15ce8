import { requireStaffContext } from "~/accounts/staff.server";
import { notAPicture } from "~/content/pictures/address";
import { storePicture } from "~/content/pictures/store-picture.server";
import { refuse, statusOf } from "~/core/verbs/refused";
import { isChosen } from "~/documents/file-rules";
import { readForm } from "~/request-bodies/read-form.server";
import type { Route } from "./+types/upload";

/** `POST /admin/pictures`: stores a picture that was chosen, dropped or pasted in the editor. Responds with JSON. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const by = await requireStaffContext(request, context);
  const file = (await readForm(request)).get("file");
  const stored = isChosen(file) ? await storePicture(by, file) : refuse("invalid", notAPicture);
  return Response.json(stored, { status: stored.ok ? 200 : statusOf(stored) });
}
