import type { LoaderFunctionArgs } from "react-router";
import { z } from "zod";
import { requireStaff } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { listed, readFilters } from "./filters.server";
import { placeIn } from "./neighbours.server";

/**
 * How many applications match the filters of the address, where the list did not wait for it (K-VIEW-1), and the place
 * of one `beside` them.
 */
export async function loader({ request, url }: LoaderFunctionArgs): Promise<Response> {
  const { adminId } = await requireStaff(request);
  const filters = readFilters(url.searchParams, adminId);
  const beside = z.uuid().safeParse(url.searchParams.get("beside"));
  const [count, place] = await Promise.all([
    db.$count(visaApplications, listed(filters)),
    beside.success ? placeIn(filters, beside.data) : null,
  ]);
  return Response.json({ count, place });
}
