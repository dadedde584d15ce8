import { data } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import type { Route } from "./+types/not-found";

/** Any address under `/admin` that no screen has: the desk's frame says so. */
export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request);
  throw data(null, { status: 404 });
}

export default function DeskNotFound() {
  return null;
}
