import { readStaff } from "~/accounts/staff.server";
import { readChecks } from "./check-links.server";

/** Progress of the link check; its page polls it every second meanwhile. 401 for all but staff. */
export async function loader({ request }: { request: Request }) {
  if (!(await readStaff(request))) return Response.json({ error: "Not an active admin" }, { status: 401 });
  return Response.json((await readChecks()).current);
}
