import { requireSuperAdmin } from "~/accounts/staff.server";
import { templateFile } from "~/clients/import/template";
import { contentDisposition } from "~/documents/headers/content-disposition";

/** `/admin/people/import/template.csv`: the columns of an import, with one invented line. */
export async function loader({ request }: { request: Request }) {
  await requireSuperAdmin(request);
  return new Response(templateFile(), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": contentDisposition("attachment", "clients-template.csv"),
      "Cache-Control": "private, no-store",
    },
  });
}
