import { readStaff } from "~/accounts/staff.server";
import { readImportProgress } from "./read-import.server";

export type ImportProgress = NonNullable<Awaited<ReturnType<typeof readImportProgress>>>;

/** The page polls it every second while an import runs. 401 for all but staff, 403 for regular admins. */
export async function loader({ request, params }: { request: Request; params: { id?: string } }) {
  const staff = await readStaff(request);
  if (!staff) return Response.json({ error: "Not an active admin" }, { status: 401 });
  if (staff.role !== "super_admin") return Response.json({ error: "Not a super admin" }, { status: 403 });
  const progress = await readImportProgress(params.id ?? "");
  return Response.json(progress, { status: progress ? 200 : 404 });
}
