import type { LoaderFunctionArgs } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { changesOf } from "~/applications/case/turn/changes.server";

/** `GET /admin/applications/{id}/changes`: whether anything of the case has changed; asked for by the open case. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  await requireStaff(request);
  return Response.json(await changesOf(params.id ?? ""), { headers: { "Cache-Control": "no-store" } });
}
