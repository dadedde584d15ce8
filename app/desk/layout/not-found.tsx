import { data } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import type { Route } from "./+types/not-found";

/** Any unknown URL under `/admin`: a 404 inside the desk's layout. */
export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request);
  throw data(null, { status: 404 });
}

export default function DeskNotFound() {
  return null;
}
