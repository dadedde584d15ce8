import { redirect } from "react-router";
import { readActivityFilters } from "~/accounts/activity/read.server";
import { exportResponse } from "~/accounts/exports/answer-export.server";
import { requireSuperAdmin } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/export";
import { exportActivity } from "./export-activity.server";

const list = "/admin/activity";

/** A GET leads to the list: an export is recorded, so it takes the POST of a button. */
export const loader = () => redirect(list);

/** `/admin/activity/export`: what the filters leave of the record, for super admins. */
export async function action({ request, url, context }: Route.ActionArgs): Promise<Response> {
  const staff = await requireSuperAdmin(request);
  const { address } = context.get(requestContext);
  const result = await exportActivity({ staff, address }, readActivityFilters(url.searchParams));
  return exportResponse(result, `${list}${url.search}`);
}
