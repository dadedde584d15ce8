import { readStaff } from "~/accounts/staff.server";
import { readProgress } from "./read-issues.server";

/** Progress of an issue; its page polls it every second meanwhile. 401 for all but staff. */
export async function loader({ request, params }: { request: Request; params: { post?: string } }) {
  if (!(await readStaff(request))) return Response.json({ error: "Not an active admin" }, { status: 401 });
  return Response.json(await readProgress(params.post ?? ""));
}
