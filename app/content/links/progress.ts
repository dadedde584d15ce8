import { readStaff } from "~/accounts/staff.server";
import { readChecks } from "./check-links.server";

/** How far the check of the links is, asked for by the page every second while one runs. 401 for all but staff. */
export async function loader({ request }: { request: Request }) {
  if (!(await readStaff(request))) return Response.json({ error: "Not an active admin" }, { status: 401 });
  return Response.json((await readChecks()).current);
}
