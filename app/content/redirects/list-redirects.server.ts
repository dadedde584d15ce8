import { asc } from "drizzle-orm";
import { nameAll } from "~/accounts/admins/names.server";
import { nassauTime } from "~/core/time";
import { db } from "~/db/client.server";
import { redirects } from "~/db/schema/site/redirects";
import { finalUrl } from "./addresses";

const pageSize = 100;

export type ListedRedirect = Awaited<ReturnType<typeof listRedirects>>["rows"][number];

/** A page of redirects, sorted by source, each with the end of its chain. */
export async function listRedirects(page: number) {
  const all = await db.select().from(redirects).orderBy(asc(redirects.fromPath));
  const known = new Map(all.map(({ fromPath, toAddress }) => [fromPath, toAddress]));
  const pageRows = all.slice((page - 1) * pageSize, page * pageSize);
  const nameOf = await nameAll(
    db,
    pageRows.map(({ madeBy }) => madeBy),
  );
  const rows = pageRows.map(({ id, fromPath, toAddress, madeBy, madeAt }) => {
    const last = finalUrl(fromPath, known);
    return {
      ...{ id, from: fromPath, to: toAddress, last: last === toAddress ? null : last },
      by: nameOf(madeBy),
      byEmail: madeBy,
      at: nassauTime(madeAt),
    };
  });
  return { rows, count: all.length, isLast: page * pageSize >= all.length };
}
