import type { LoaderFunctionArgs } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { longestSearch } from "~/db/folded";
import { find, readOpened } from "./palette.server";

/** Results of the palette's search while typing; without a query, what this admin opened last. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const staff = await requireStaff(request);
  const query = (new URL(request.url).searchParams.get("q") ?? "").trim();
  if (query.length > longestSearch) return Response.json([]);
  return Response.json(query === "" ? await readOpened(staff) : await find(query, staff.role));
}
