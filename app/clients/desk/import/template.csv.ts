import { requireSuperAdmin } from "~/accounts/staff.server";
import { importFields } from "~/clients/import/fields";
import { contentDisposition } from "~/documents/headers/content-disposition";

const example = [
  ...["Rosa Rolle", "rosa.rolle@example.com", "+1 242 555 0142", "Haiti", "", "A-0017"],
  ...["", "2027-03-01", "", "2030-06-30", "2027-02-01"],
];

/** A file to fill in: the headings, and one invented line. */
const templateFile = (): string =>
  `\uFEFF${[Object.values(importFields), example].map((cells) => `${cells.join(",")}\r\n`).join("")}`;

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
