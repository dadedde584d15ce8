import { type ActionFunctionArgs, redirect } from "react-router";
import { exportResponse } from "~/accounts/exports/answer-export.server";
import { requireStaff } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { exportPeople } from "./export-people.server";
import { readPeopleFilters } from "./list.server";

const list = "/admin/people";

/** A GET leads to the list: an export is recorded, so it takes the POST of a button. */
export const loader = () => redirect(list);

/** `/admin/people/export`: the CSV of everybody whom the list's search leaves. */
export async function action({ request, url, context }: ActionFunctionArgs): Promise<Response> {
  const staff = await requireStaff(request);
  const { address } = context.get(requestContext);
  const result = await exportPeople({ staff, address }, readPeopleFilters(url.searchParams));
  return exportResponse(result, `${list}${url.search}`);
}
