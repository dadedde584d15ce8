import { type AnyColumn, and, asc, desc, eq, getTableName, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { shownName } from "~/accounts/admins/names.server";
import { listOpened } from "~/accounts/admins/opened.server";
import type { Staff } from "~/accounts/staff.server";
import { listedName } from "~/cases/desk/list/columns.server";
import { isFoundBySent, searchCondition } from "~/cases/desk/list/search.server";
import { db } from "~/db/client.server";
import { folded, foldedSearch, matchesSearch } from "~/db/folded";
import { searched } from "~/db/found-by.server";
import { adminUsers } from "~/db/schema/accounts";
import { visaApplications as cases } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { visaInquiries as inquiries } from "~/db/schema/inquiries";
import { people } from "~/db/schema/people";
import type { AdminRole } from "~/db/schema/values";
import { shortened, shortenedIfAny } from "~/db/shortened.server";
import { recordsOf } from "~/desk/people/records-of";
import { inquirySearch } from "~/inquiries/desk/search.server";
import { inquiryStatusLabel } from "~/inquiries/inquiry-status";
import { nameOf, personPath } from "~/people/person-link";
import { assignForPage } from "~/people/waiting.server";
import { statusLook } from "~/ui/lists/status-badge";

/** A search result: title, number if it has one, details, and URL. */
type Hit = { id: string; title: string; number?: string; detail: string; to: string };
/** Results of one kind. `more`: the URL of all results, if not all are listed. */
export type Hits = { title: string; hits: Hit[]; more?: string };

/** How many results are listed per kind. */
const listed = 6;
/** Searches that no index supports are limited to this many latest rows. */
const recent = 2000;

/** The trigram indexes don't cover words of two letters, and three digits are in nearly every phone number. */
const isIndexed = (word: string) => word.length > 2 && !/^\d{1,3}$/.test(word);

/** Searches all kinds; of records nothing for a single letter, which nearly everything contains. */
export async function find(query: string, role: AdminRole = "regular_admin"): Promise<Hits[]> {
  const words = foldedSearch(query).split(/\s+/);
  const services = [await findServices(query), ...(await findStaff(query, role))];
  if (words.every((word) => word.length < 2)) return services;
  const ofFew = !words.some(isIndexed);
  const search = new URLSearchParams({ q: query });
  const found = {
    cases: searchCondition(query, { ofFew }),
    inquiries: inquirySearch(query, { ofFew }),
    people: searched(people.searchText, query, { ofFew }),
  };
  const [foundCases, foundInquiries, foundPeople] = await Promise.all([
    selectCases(ofFew ? amongNewest(newest.cases, found.cases) : found.cases, query),
    selectInquiries(ofFew ? amongNewest(newest.inquiries, found.inquiries) : found.inquiries),
    selectPeople(ofFew ? amongNewest(newest.people, found.people) : found.people),
  ]);
  const numbered = foldedSearch(query).replaceAll(" ", "");
  const first = foundCases.filter(({ number }) => folded(number).startsWith(numbered));
  return [
    hitsOf("Cases", [...new Set([...first, ...foundCases])], `/admin/applications?${search}`),
    hitsOf("Inquiries", foundInquiries, `/admin/inquiries?${search}`),
    hitsOf("People", foundPeople, `/admin/people?${search}`),
    ...services,
  ];
}

/** The five records that an admin opened last. Recent records get their person first, so that they can be found. */
export async function readOpened(staff: Staff): Promise<Hits[]> {
  await assignForPage();
  const opened = await listOpened(staff);
  const ids = (kind: string) => opened.filter((item) => item.kind === kind).map(({ id }) => id);
  const [openedCases, openedInquiries, openedPeople] = await Promise.all([
    of(ids("application"), (ids) => selectCases(inArray(cases.id, ids))),
    of(ids("inquiry"), (ids) => selectInquiries(inArray(inquiries.id, ids))),
    of(ids("person"), (ids) => selectPeople(inArray(people.id, ids))),
  ]);
  const known = new Map([...openedCases, ...openedInquiries, ...openedPeople].map((hit) => [hit.id, hit]));
  const hits = opened.flatMap(({ id }) => known.get(id) ?? []).slice(0, 5);
  return [{ title: "Opened last", hits }];
}

const of = async (ids: string[], read: (ids: string[]) => Promise<Hit[]>) => (ids.length > 0 ? read(ids) : []);

const hitsOf = (title: string, hits: Hit[], all: string): Hits => ({
  title,
  hits: hits.slice(0, listed),
  ...(hits.length > listed ? { more: all } : {}),
});

type Newest = { table: typeof cases | typeof inquiries | typeof people; at: AnyColumn; shown?: SQL };
const newest = {
  cases: { table: cases, at: cases.createdAt },
  inquiries: { table: inquiries, at: inquiries.createdAt },
  people: { table: people, at: people.lastContactAt, shown: isNull(people.joinedInto) },
} satisfies Record<string, Newest>;

/** Applies a condition to the newest rows only: no plan can apply it to others first. */
const amongNewest = ({ table, at, shown = sql`true` }: Newest, condition: SQL = sql`true`): SQL =>
  sql`${table.id} in (
    select id from (select * from ${table} where ${shown} order by ${at} desc limit ${recent})
      ${sql.identifier(getTableName(table))} where ${condition})`;

/** One more than is shown, to know whether there are others. */
const limit = 21;

/** `typed`: the search. */
async function selectCases(condition: SQL | undefined, query = "") {
  const rows = await db
    .select({
      id: cases.id,
      number: cases.applicationNumber,
      name: listedName(60),
      email: shortened(cases.userEmail, 60),
      service: shortenedIfAny(visaServices.serviceName),
      status: cases.status,
      isSentOnly: isFoundBySent(query),
    })
    .from(cases)
    .leftJoin(visaServices, eq(visaServices.id, cases.visaServiceId))
    .where(condition)
    .orderBy(desc(cases.createdAt), desc(cases.id))
    .limit(limit);
  return rows.map(({ id, number, name, email, service, status, isSentOnly }) => ({
    id,
    number,
    title: name || email || "No name yet",
    detail: [service, statusLook(status).label, isSentOnly && "not accepted yet"].filter(Boolean).join(" · "),
    to: `/admin/applications/${id}`,
  }));
}

async function selectInquiries(condition: SQL | undefined): Promise<Hit[]> {
  const rows = await db
    .select({
      id: inquiries.id,
      name: shortened(inquiries.fullName, 60),
      service: shortened(inquiries.visaService, 60),
      status: inquiries.status,
    })
    .from(inquiries)
    .where(condition)
    .orderBy(desc(inquiries.createdAt), desc(inquiries.id))
    .limit(limit);
  return rows.map(({ id, name, service, status }) => ({
    id,
    title: name,
    detail: [service, inquiryStatusLabel(status)].filter(Boolean).join(" · "),
    to: `/admin/inquiries/${id}`,
  }));
}

/** People who weren't merged into another one. */
async function selectPeople(condition: SQL | undefined): Promise<Hit[]> {
  const rows = await db
    .select({
      id: people.id,
      name: shortened(people.name, 60),
      email: sql<string>`coalesce(${shortened(sql`${people.emails}[1]`, 60)}, '')`,
      cases: people.cases,
      inquiries: people.inquiries,
      importedAt: people.importedAt,
    })
    .from(people)
    .where(and(isNull(people.joinedInto), condition))
    .orderBy(desc(people.lastContactAt), desc(people.id))
    .limit(limit);
  return rows.map((row) => ({
    id: row.id,
    title: row.name || row.email || nameOf(row),
    detail: recordsOf(row),
    to: personPath(row.id),
  }));
}

/** Only a few dozen, so all are read and compared like screens. */
async function findServices(query: string): Promise<Hits> {
  const rows = await db
    .select({ id: visaServices.id, name: visaServices.serviceName, isActive: visaServices.isActive })
    .from(visaServices)
    .orderBy(asc(visaServices.displayOrder), asc(visaServices.serviceName));
  const hits = rows
    .filter(({ name }) => matchesSearch(name, query))
    .map(({ id, name, isActive }) => ({
      id,
      title: name,
      detail: isActive ? "" : "Inactive",
      to: `/admin/services/${id}`,
    }));
  return hitsOf("Services", hits, "/admin/services");
}

/** By name and by email. Only super admins may open an admin's page; the activity is everybody's. */
async function findStaff(query: string, role: AdminRole): Promise<Hits[]> {
  const rows = await db
    .select({ id: adminUsers.id, name: shownName, email: adminUsers.email, isActive: adminUsers.isActive })
    .from(adminUsers)
    .orderBy(desc(adminUsers.isActive), asc(sql`lower(${shownName})`));
  const hits = rows
    .filter(({ name, email }) => matchesSearch(`${name} ${email}`, query))
    .map(({ id, name, email, isActive }) => ({
      id,
      title: name,
      detail: [name === email ? "" : email, isActive ? "" : "Inactive"].filter(Boolean).join(" · "),
      to: role === "super_admin" ? `/admin/users/${id}` : `/admin/activity?person=${id}`,
    }));
  const all = role === "super_admin" ? "/admin/users" : "/admin/activity";
  return hits.length > 0 ? [hitsOf("Staff", hits, all)] : [];
}
