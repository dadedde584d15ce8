import { readStaff } from "~/accounts/staff.server";
import { readProgress } from "./run.server";

export type MigrationProgress = NonNullable<Awaited<ReturnType<typeof readProgress>>>;

/** Progress of the migration, polled by the page every second. 401 for all but staff. */
export async function loader({ request }: { request: Request }) {
  if (!(await readStaff(request))) return Response.json({ error: "Not an active admin" }, { status: 401 });
  return Response.json(await readProgress());
}
