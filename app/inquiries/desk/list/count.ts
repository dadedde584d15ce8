import type { LoaderFunctionArgs } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { visaInquiries } from "~/db/schema/inquiries";
import { matching, readInquiryFilters } from "./filters.server";

/** How many inquiries match the filters of the address, where the list did not wait for it (K-VIEW-1). */
export async function loader({ request, url }: LoaderFunctionArgs): Promise<Response> {
  const { adminId } = await requireStaff(request);
  return Response.json({
    count: await db.$count(visaInquiries, matching(readInquiryFilters(url.searchParams, adminId))),
  });
}
