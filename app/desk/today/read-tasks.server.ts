import { and, asc, eq, lte, sql } from "drizzle-orm";
import { dueOf, formatOverdue } from "~/accounts/owners/due";
import { listedName } from "~/cases/desk/list/columns.server";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { caseTasks as t } from "~/db/schema/tasks";
import { countDays, totalOfParts } from "./count-days.server";
import type { Line } from "./lines";
import type { Slice } from "./read-apart.server";
import { type Part, readPageByOwner } from "./whose.server";

/** Tasks first, then the cases of these alone. */
export function taskPage(today: string, { of, limit, offset }: Part & { offset: number }) {
  const { id, applicationId, title, dueOn, ownerId } = t;
  const page = db
    .select({ id, applicationId, title, dueOn, ownerId })
    .from(t)
    .where(and(sql`${t.isOpen}`, lte(t.dueOn, today), of(t.ownerId)))
    .orderBy(asc(t.dueOn), asc(t.id))
    .limit(limit)
    .offset(offset)
    .as("page");
  return db
    .select({
      id: page.id,
      applicationId: page.applicationId,
      title: page.title,
      dueOn: page.dueOn,
      ownerId: page.ownerId,
      name: listedName(),
      number: visaApplications.applicationNumber,
      isSample: visaApplications.isSample,
    })
    .from(page)
    .innerJoin(visaApplications, eq(visaApplications.id, page.applicationId))
    .orderBy(asc(page.dueOn), asc(page.id));
}

/** Open tasks that are due today or earlier in Nassau, the longest overdue first. */
export async function readTasks(slice: Slice, today = nassauDay()) {
  const counts = await countDays("tasks by day", slice.adminId, { to: today });
  const rows = await readPageByOwner(slice, counts, (part) => taskPage(today, part));
  const line = (row: (typeof rows)[number]): Line => {
    const overdue = formatOverdue(dueOf(row.dueOn, "open", today));
    return {
      id: row.id,
      to: `/admin/applications/${row.applicationId}`,
      name: row.name || "No name",
      number: row.number,
      says: overdue ? row.title : `${row.title} · due today`,
      ...(overdue ? { alert: overdue } : {}),
      task: { applicationId: row.applicationId, title: row.title },
      isMine: row.ownerId === slice.adminId,
      isSample: row.isSample,
    };
  };
  return { count: totalOfParts(counts), lines: rows.map(line) };
}
