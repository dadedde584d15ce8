import { and, asc, eq, lte } from "drizzle-orm";
import { requirementsOf } from "~/applications/required-files/requirements.server";
import { agingDay } from "~/cases/aging/aging";
import { conditionsOf, sentFilesOf } from "~/cases/aging/case-conditions.server";
import { listedName } from "~/cases/desk/list/columns.server";
import { calendarDate, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications as t } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { plannedFilingOf } from "~/documents/dates/planned-filing";
import { countDays, totalOfParts } from "./count-days.server";
import type { Line } from "./lines";
import type { Slice } from "./read-apart.server";
import { type Part, readPageByOwner } from "./whose.server";

/** Cases by the maintained day from which they are listed. */
export const agingPage = (today: string, { of, limit, offset }: Part & { offset: number }) =>
  db
    .select({
      id: t.id,
      name: listedName(),
      number: t.applicationNumber,
      ownerId: t.ownerId,
      isSample: t.isSample,
      submittedAt: t.submittedAt,
      plannedFilingOn: t.plannedFilingOn,
      visaServiceId: t.visaServiceId,
      filingDays: visaServices.filingDays,
    })
    .from(t)
    .leftJoin(visaServices, eq(visaServices.id, t.visaServiceId))
    .where(and(lte(t.agingFrom, today), of(t.ownerId)))
    .orderBy(asc(t.agingFrom), asc(t.id))
    .limit(limit)
    .offset(offset);

type Row = Awaited<ReturnType<typeof agingPage>>[number];

/** The required documents of each case that are or soon will be too old, the earliest first. */
async function agingDocuments(rows: readonly Row[], today: string) {
  const services = [...new Set(rows.map(({ visaServiceId }) => visaServiceId))];
  const [files, ...lists] = await Promise.all([
    rows.length > 0
      ? sentFilesOf(
          db,
          rows.map(({ id }) => id),
        )
      : [],
    ...services.map((service) => requirementsOf(service)),
  ]);
  const requirements = new Map(services.map((service, index) => [service, lists[index] ?? []]));
  return ({ id, visaServiceId, submittedAt, plannedFilingOn, filingDays }: Row) => {
    const days = {
      today,
      submittedOn: submittedAt && nassauDay(submittedAt),
      plannedFilingOn: plannedFilingOf({ submittedAt, plannedFilingOn }, { filingDays }, today),
      // Neither a trip nor a passport’s answers make a document old.
      tripEnd: null,
      passport: { issuedOn: null, expiresOn: null },
    };
    const ofCase = files.filter(({ applicationId }) => applicationId === id);
    return conditionsOf(requirements.get(visaServiceId) ?? [], ofCase, days)
      .flatMap(({ name, isRequired, condition }) => {
        const day = isRequired ? agingDay(condition, today) : null;
        return day === null ? [] : [{ name, day }];
      })
      .sort((a, b) => (a.day < b.day ? -1 : 1));
  };
}

/** Unfiled cases with a required document that is too old, or will be when it is filed and within 14 days. */
export async function readAging(slice: Slice, today = nassauDay()) {
  const counts = await countDays("aging cases by day", slice.adminId, { to: today });
  const rows = await readPageByOwner(slice, counts, (part) => agingPage(today, part));
  const documentsOf = await agingDocuments(rows, today);
  const line = (row: Row): Line => {
    const [first, ...others] = documentsOf(row);
    const isOld = first !== undefined && first.day <= today;
    const names = [first?.name, others.length > 0 ? `and ${others.length} more` : ""].filter(Boolean).join(" ");
    return {
      id: row.id,
      to: `/admin/applications/${row.id}`,
      name: row.name || "No name",
      number: row.number,
      says: first && !isOld ? `${names} · too old from ${calendarDate(first.day)}` : names,
      ...(first && isOld ? { alert: `Too old since ${calendarDate(first.day)}` } : {}),
      isMine: row.ownerId === slice.adminId,
      isSample: row.isSample,
    };
  };
  return { count: totalOfParts(counts), lines: rows.map(line) };
}
