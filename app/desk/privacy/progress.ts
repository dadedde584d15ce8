import { readStaff } from "~/accounts/staff.server";
import { readPrivacyState } from "./state.server";

/** The page polls it every second while a job runs. 401 for all but staff, 403 for regular admins. */
export async function loader({ request }: { request: Request }) {
  const staff = await readStaff(request);
  if (!staff) return Response.json({ error: "Not an active admin" }, { status: 401 });
  if (staff.role !== "super_admin") return Response.json({ error: "Not a super admin" }, { status: 403 });
  return Response.json(await readPrivacyState());
}
