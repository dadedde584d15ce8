import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { listedName } from "~/cases/desk/list/columns.server";
import { countByFacets, readFilters } from "~/cases/desk/list/filters.server";
import {
  asksToWithdraw,
  hasAnswers,
  hasOverdueRequests,
  isOurTurn,
  isUnverified,
  ourTurnSince,
} from "~/cases/desk/waiting.server";
import { calendarDate } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications as t } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { type Line, lasting } from "./lines";
import { type Part, readByOwner } from "./whose.server";

type Case = {
  id: string;
  number: string;
  name: string;
  service: string | null;
  owner: string | null;
  isSample: boolean;
};

/** Open work in cases: which, since when, and its description. `since` of a request is its day. */
type Waiting<Since> = {
  where: SQL | undefined;
  since: SQL<Since>;
  order?: SQL;
  says: (since: Since) => string;
  to?: (id: string) => string;
  count?: () => Promise<number>;
};

const read = <Since>({ where, since, order = since }: Waiting<Since>, { of, limit }: Part) =>
  db
    .select({
      id: t.id,
      number: t.applicationNumber,
      name: listedName(),
      service: visaServices.serviceName,
      owner: t.ownerId,
      isSample: t.isSample,
      since,
    })
    .from(t)
    .leftJoin(visaServices, eq(visaServices.id, t.visaServiceId))
    .where(and(where, of(t.ownerId)))
    .orderBy(asc(order), asc(t.id))
    .limit(limit);

/** A group of cases: their number and the first items. */
async function casesOf<Since>(waiting: Waiting<Since>, adminId: string) {
  const {
    says,
    to = (id) => `/admin/applications/${id}`,
    count: counting = () => db.$count(t, waiting.where),
  } = waiting;
  const [count, rows] = await Promise.all([counting(), readByOwner(adminId, (part) => read(waiting, part))]);
  const line = ({ since, ...row }: Case & { since: Since }): Line => ({
    id: row.id,
    to: to(row.id),
    name: row.name || "No name",
    number: row.number,
    says: [row.service, says(since)].filter(Boolean).join(" · "),
    isMine: row.owner === adminId,
    isSample: row.isSample,
  });
  return { count, lines: rows.map(line) };
}

export const readOurTurn = (adminId: string) =>
  casesOf(
    {
      where: isOurTurn,
      since: ourTurnSince,
      says: (since) => `our turn for ${lasting(since)}`,
      // There may be many: use the list's maintained counters.
      count: () => countByFacets(readFilters(new URLSearchParams({ turn: "office" }))),
    },
    adminId,
  );

const answeredSince = sql<Date>`(select min(w.created_at) from case_item_answers w
  where w.application_id = ${t.id} and w.outcome = 'waiting')`.mapWith(t.createdAt);

export const readAnswered = (adminId: string) =>
  casesOf(
    {
      where: hasAnswers,
      since: answeredSince,
      says: (since) => `answered ${lasting(since)} ago`,
      to: (id) => `/admin/applications/${id}/requests`,
    },
    adminId,
  );

const dueSince = sql<string>`(select min(o.due_on) from case_request_items o
  where o.application_id = ${t.id} and o.state = 'open')`;

export const readOverdue = (adminId: string) =>
  casesOf(
    {
      where: hasOverdueRequests,
      since: dueSince,
      says: (day) => `was due ${calendarDate(day)}`,
      to: (id) => `/admin/applications/${id}/requests`,
    },
    adminId,
  );

export const readUnverified = (adminId: string) =>
  casesOf(
    {
      where: isUnverified,
      since: sql<Date>`${t.createdAt}`.mapWith(t.createdAt),
      says: (since) => `no link to it opened in ${lasting(since)}`,
    },
    adminId,
  );

export const readWithdrawals = (adminId: string) =>
  casesOf(
    {
      where: asksToWithdraw,
      since: sql<Date>`${t.withdrawalRequestedAt}`.mapWith(t.createdAt),
      says: (since) => `asked ${lasting(since)} ago`,
    },
    adminId,
  );
