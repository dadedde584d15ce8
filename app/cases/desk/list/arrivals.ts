import { data, type LoaderFunctionArgs } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { countArrivals, readSince } from "./arrivals.server";
import { readFilters } from "./filters.server";

/** Number of arrivals since a list was read; polled every ten seconds while the list is visible. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { adminId } = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  const since = readSince(searchParams);
  if (!since) throw data(null, 400);
  return Response.json(await countArrivals(readFilters(searchParams, adminId), since));
}
