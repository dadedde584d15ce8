import { type ActionFunctionArgs, redirect } from "react-router";
import { exportResponse } from "~/accounts/exports/answer-export.server";
import { requireSuperAdmin } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { exportSubscribers } from "./subscribers.server";

const list = "/admin/content/newsletter";

/** A GET leads to the list: an export is recorded, so it takes the POST of a button. */
export const loader = () => redirect(list);

/** `/admin/content/newsletter/export`: the CSV of all who get the next issue (O-NEWS-1). */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const staff = await requireSuperAdmin(request);
  const { address } = context.get(requestContext);
  return exportResponse(await exportSubscribers({ staff, address }), list);
}
