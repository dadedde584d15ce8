import { ArrowLeft } from "lucide-react";
import { data } from "react-router";
import { z } from "zod";
import { requireStaff } from "~/accounts/staff.server";
import { ButtonLink } from "~/ui/button";
import { Pagination } from "~/ui/lists/pagination";
import { EmptyState } from "~/ui/notices/empty-state";
import type { Route } from "./+types/group-list";
import { LineKeys } from "./line-keys";
import { LineList } from "./line-list";
import { groups } from "./lines";
import { hasOwnList, ownLists } from "./read-today.server";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.title ?? "Today"} · Lucaya staff` },
];

const pageSize = 100;
const pageNumber = z.coerce.number().int().min(1).max(10_000).catch(1);

/** `/admin/today/{group}`: all items of a group of Today that no other screen lists. */
export async function loader({ request, params: { group }, url }: Route.LoaderArgs) {
  const { adminId } = await requireStaff(request);
  if (!hasOwnList(group)) throw data(null, 404);
  const page = pageNumber.parse(url.searchParams.get("page") ?? 1);
  const { count, lines } = await ownLists[group]({ adminId, limit: pageSize, offset: (page - 1) * pageSize });
  const { title, to } = groups[group];
  return { title, to, page, count, lines, isLast: page * pageSize >= count };
}

export default function GroupList({ loaderData: { title, to, page, count, lines, isLast } }: Route.ComponentProps) {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-2xl sm:text-3xl">{title}</h1>
          <p className="mt-1 text-stone tabular-nums">{count.toLocaleString("en-US")} in all</p>
        </div>
        <ButtonLink to="/admin" variant="outline" size="sm" before={<ArrowLeft aria-hidden />}>
          Today
        </ButtonLink>
      </div>
      <div className="mt-4 overflow-hidden rounded-xl bg-white shadow-xs ring-1 ring-line">
        {lines.length > 0 ? (
          <LineKeys rows={lines}>
            <LineList lines={lines} />
          </LineKeys>
        ) : (
          <EmptyState title="Nothing is waiting here." seed="today" />
        )}
      </div>
      <Pagination
        label={title}
        previous={page > 1 ? `${to}?page=${page - 1}` : undefined}
        next={isLast ? undefined : `${to}?page=${page + 1}`}
        className={page > 1 || !isLast ? "mt-4" : "hidden"}
      />
    </>
  );
}
