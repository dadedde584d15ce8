import { data, type LoaderFunctionArgs } from "react-router";
import { z } from "zod";
import { requireStaff } from "~/accounts/staff.server";
import { changesOf } from "~/cases/turn/changes.server";

/** `GET /admin/applications/{id}/changes`: whether anything of the case has changed; the open case polls it. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  await requireStaff(request);
  const id = z.uuid().safeParse(params.id);
  if (!id.success) throw data(null, 404);
  return Response.json(await changesOf(id.data), { headers: { "Cache-Control": "no-store" } });
}
