import { Download } from "lucide-react";
import { requireStaff } from "~/accounts/staff.server";
import { readView } from "~/accounts/views/read-view.server";
import { exportColumns } from "~/cases/desk/list/columns.server";
import { listed, readFilters } from "~/cases/desk/list/filters.server";
import { counted } from "~/core/counted";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { Button } from "~/ui/button";
import { Panel } from "~/ui/lists/panel";
import { useCloseTo } from "~/ui/notices/use-close-to";
import type { Route } from "./+types/choose-columns";

const list = "/admin/applications";

export const meta: Route.MetaFunction = () => [{ title: "Export applications · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const viewed = await readView(staff, "applications", url.searchParams);
  const count = await db.$count(visaApplications, listed(readFilters(viewed.search, staff.adminId)));
  const search = new URLSearchParams(url.search);
  const isNone = search.has("none");
  search.delete("none");
  const columns = Object.entries(exportColumns).map(([name, { title }]) => [name, title] as const);
  return { search: search.size > 0 ? `?${search}` : "", isNone, count, columns };
}

/** The choice of columns for the file. A plain form, because its response is a download. */
export default function ExportColumns({ loaderData: { search, isNone, count, columns } }: Route.ComponentProps) {
  const closeTo = useCloseTo(list, ["none"]);
  return (
    <Panel id="export" kind="Applications" title="Export CSV" closeTo={closeTo} className="max-w-2xl">
      <form method="post" action={`${list}/export${search}`} data-keep="no" data-fresh="" className="px-4 py-6 sm:px-7">
        <fieldset aria-describedby={isNone ? "no-column" : undefined}>
          <legend className="font-semibold">Columns of the file</legend>
          <p className="mt-1 text-stone">
            The file contains every application that matches the list’s search and filters, in the same order:{" "}
            {counted(count, "row")}.
          </p>
          {isNone ? (
            <p id="no-column" role="alert" className="mt-2 font-semibold text-error">
              Choose at least one column.
            </p>
          ) : null}
          <div className="mt-3 grid grid-cols-2 gap-x-6 sm:grid-cols-3">
            {columns.map(([name, title]) => (
              <label key={name} className="flex min-h-11 items-center gap-2.5 md:min-h-9">
                <input
                  type="checkbox"
                  name="column"
                  value={name}
                  defaultChecked={!isNone}
                  autoComplete="off"
                  className="size-4.5"
                />
                {title}
              </label>
            ))}
          </div>
        </fieldset>
        <Button type="submit" className="mt-5" before={<Download aria-hidden />}>
          Export CSV
        </Button>
      </form>
    </Panel>
  );
}
