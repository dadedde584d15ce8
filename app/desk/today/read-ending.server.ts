import { and, asc, between, eq, sql } from "drizzle-orm";
import { renewalExists } from "~/applications/reapply/renewal-of.server";
import { listedName } from "~/cases/desk/list/columns.server";
import { daysAfter, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { clients } from "~/db/schema/clients";
import { keyDates as t } from "~/db/schema/key-dates";
import { shortened } from "~/db/shortened.server";
import { describeKeyDate, isGrantedKind } from "~/key-dates/key-date";
import { reminderStates } from "~/key-dates/reminders/reminder-states.server";
import {
  describeProblem,
  describeReminders,
  notifiedPath,
  type ReminderState,
} from "~/key-dates/reminders/reminder-words";
import { countDays, totalOfParts } from "./count-days.server";
import type { Line } from "./lines";
import type { Slice } from "./read-apart.server";
import { type Part, readPageByOwner } from "./whose.server";

/** A key date is shown from so many days before its day to so many after it. */
const shownDays = 30;

/** Key dates first, then the cases and clients of these alone. */
export function endingPage(days: { from: string; to: string }, { of, limit, offset }: Part & { offset: number }) {
  const { id, applicationId, clientId, kind, name, endsOn, ownerId } = t;
  const page = db
    .select({ id, applicationId, clientId, kind, name, endsOn, ownerId })
    .from(t)
    .where(and(sql`${t.isWatched}`, between(t.endsOn, days.from, days.to), of(t.ownerId)))
    .orderBy(asc(t.endsOn), asc(t.id))
    .limit(limit)
    .offset(offset)
    .as("page");
  return db
    .select({
      id: page.id,
      applicationId: page.applicationId,
      clientId: page.clientId,
      kind: page.kind,
      name: page.name,
      endsOn: page.endsOn,
      ownerId: page.ownerId,
      applicant: listedName(),
      number: visaApplications.applicationNumber,
      client: shortened(clients.name),
      isSample: sql<boolean>`coalesce(${visaApplications.isSample}, ${clients.isSample})`,
      isRenewalBegun: sql<boolean>`${renewalExists(visaApplications.id)}`,
    })
    .from(page)
    .leftJoin(visaApplications, eq(visaApplications.id, page.applicationId))
    .leftJoin(clients, eq(clients.id, page.clientId))
    .orderBy(asc(page.endsOn), asc(page.id));
}

type Row = Awaited<ReturnType<typeof endingPage>>[number];

function wordsOf({ isRenewalBegun, ...row }: Row, state: ReminderState | undefined, today: string): string {
  // A renewal replaces neither a passport nor a fee.
  const renewal = isRenewalBegun && isGrantedKind(row.kind) ? "renewal begun" : "";
  const reminded = state ? describeReminders(state) : [];
  return [describeKeyDate(row, today), ...reminded, renewal].filter(Boolean).join(" · ");
}

/**
 * Key dates in force of cases and clients from 30 days before their day until they are settled, renewed by a submitted
 * application, or 30 days past; the earliest first.
 */
export async function readEnding(slice: Slice, today = nassauDay()) {
  const days = { from: daysAfter(today, -shownDays), to: daysAfter(today, shownDays) };
  const counts = await countDays("key dates by day", slice.adminId, days);
  const rows = await readPageByOwner(slice, counts, (part) => endingPage(days, part));
  const states = await reminderStates(
    db,
    rows.map(({ id }) => id),
  );
  const line = (row: Row): Line => {
    const state = states.get(row.id);
    return {
      id: row.id,
      to: row.clientId ? `/admin/clients/${row.clientId}` : `/admin/applications/${row.applicationId}`,
      name: (row.clientId ? row.client : row.applicant) || "No name",
      number: row.number ?? "",
      says: wordsOf(row, state, today),
      ...(state?.problem ? { alert: describeProblem(state.problem), told: notifiedPath(row.id) } : {}),
      isMine: row.ownerId === slice.adminId,
      isSample: row.isSample,
    };
  };
  return { count: totalOfParts(counts), lines: rows.map(line) };
}
