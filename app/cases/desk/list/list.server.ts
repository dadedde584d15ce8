import { and, arrayOverlaps, desc, eq, not, or, type SQL, sql } from "drizzle-orm";
import { withDue } from "~/accounts/owners/owned-rows.server";
import { cursorOf, readPage } from "~/core/lists/keyset.server";
import { nassauDay } from "~/core/time";
import { db, type Queryable } from "~/db/client.server";
import { countsOf, totalOf } from "~/db/counts.server";
import { visaApplications as t } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { passportOf } from "../../case-data/passport.server";
import { listedFields, orderOf } from "./columns.server";
import { describeEnd } from "./ends";
import { type ListFilters, listed } from "./filters.server";
import { isFoundBySent } from "./search.server";

export { type ListFilters, readFilters } from "./filters.server";

const pageSize = 100;

/** Selects the rows of `ApplicationTable`. `isSentOnly`: matched only by corrections that are not accepted yet. */
const selectListed = (from: Queryable, isSentOnly: SQL<boolean>) =>
  from
    .select({ isSentOnly, ...listedFields })
    .from(t)
    .leftJoin(visaServices, eq(visaServices.id, t.visaServiceId));

/** One page of the list, and the cursors of its neighbours. */
export async function listApplications(filters: ListFilters) {
  const { before, after } = filters;
  const page = await readPage(orderOf(filters), cursorOf({ before, after }), pageSize, ({ beyond, orderBy, limit }) =>
    selectListed(db, isFoundBySent(filters.q))
      .where(and(listed(filters), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
  return { ...page, rows: withDays(page.rows) };
}

/** Applications with one of these digests of a passport number (`passportSearch`), newest first, at most 100. */
export const listByPassport = async (digests: string[], from: Queryable) =>
  withDays(
    await selectListed(from, not(arrayOverlaps(t.passportDigests, digests)) as SQL<boolean>)
      .where(
        or(
          arrayOverlaps(t.passportDigests, digests),
          and(sql`${t.sentPassportDigests} <> '{}'`, arrayOverlaps(t.sentPassportDigests, digests)),
        ),
      )
      .orderBy(desc(t.createdAt), desc(t.id))
      .limit(pageSize),
  );

/** Adds what its days mean today: the due day, the passport's problem, and how soon its visa or permit ends. */
function withDays<Row extends Parameters<typeof passportOf>[0] & { endsOn: string | null; dueDay: string | null }>(
  rows: Row[],
) {
  const today = nassauDay();
  return withDue(rows).map((row) => ({
    ...row,
    passport: passportOf(row),
    end: row.endsOn ? describeEnd(row.endsOn, today) : null,
  }));
}

export type ListedApplication = Awaited<ReturnType<typeof listApplications>>["rows"][number];

/** Exact counts over all applications, in total and by status. */
export async function countApplications(): Promise<{ total: number; byStatus: Partial<Record<string, number>> }> {
  const counts = await countsOf("applications");
  return { total: totalOf(counts), byStatus: Object.fromEntries(counts) };
}
