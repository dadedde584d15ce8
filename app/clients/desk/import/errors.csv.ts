import { type ActionFunctionArgs, data, redirect } from "react-router";
import { requireSuperAdmin } from "~/accounts/staff.server";
import { exportImportErrors } from "~/clients/import/export-errors.server";
import { requestContext } from "~/core/request-context";
import { contentDisposition } from "~/documents/headers/content-disposition";

/** `/admin/people/import/{id}/errors.csv`: the lines with errors. Logged, so it needs a POST. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireSuperAdmin(request);
  const { address } = context.get(requestContext);
  const exported = await exportImportErrors({ staff, address }, { importId: params.id });
  if (exported.ok)
    return new Response(exported.csv, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": contentDisposition("attachment", "clients-with-errors.csv"),
        "Cache-Control": "private, no-store",
      },
    });
  if (exported.reason === "forbidden" || exported.reason === "fresh") throw data({ reason: "role" }, 403);
  return redirect(`/admin/people/import/${params.id}`);
}

/** Opened as a page, it leads to the import. */
export const loader = async ({ request, params }: ActionFunctionArgs) => {
  await requireSuperAdmin(request);
  return redirect(`/admin/people/import/${params.id}`);
};
