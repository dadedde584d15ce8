import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queryable } from "~/db/client.server";

/** Subjects' tables, and the pages that show them. */
const tables = {
  application: { table: "visa_applications", path: (id: string) => `/admin/applications/${id}` },
  inquiry: { table: "visa_inquiries", path: (id: string) => `/admin/inquiries/${id}` },
  client: { table: "clients", path: (id: string) => `/admin/clients/${id}` },
  service: { table: "visa_services", path: (id: string) => `/admin/services/${id}` },
  document: { table: "documents", path: (id: string) => `/documents/${id}` },
  email: { table: "email_notifications", path: (id: string) => `/admin/emails/${id}` },
  review: { table: "google_reviews", path: () => "/admin/reviews" },
  saved_reply: { table: "saved_replies", path: () => "/admin/replies" },
  country: { table: "countries", path: () => "/admin/services/new" },
  client_import: { table: "client_imports", path: (id: string) => `/admin/people/import/${id}` },
  person: { table: "people", path: (id: string) => `/admin/people/${id}` },
  view: { table: "saved_views", path: () => null },
  content: { table: "content_versions", path: (id: string) => `/admin/content?version=${id}` },
  redirect: { table: "redirects", path: () => "/admin/content/redirects" },
  newsletter_issue: { table: "newsletter_issues", path: () => "/admin/content/newsletter/issues" },
  admin: { table: "admin_users", path: (id: string) => `/admin/users/${id}` },
} as const;
type Type = keyof typeof tables;
export const subjectTypes = Object.keys(tables);
const isType = (type: string): type is Type => Object.hasOwn(tables, type);

/** For old entries without a name. */
const standIns: Readonly<Record<string, string>> = {
  review: "Google review",
  keys: "Keys",
  migration: "Migration",
  applications: "Applications",
  inquiries: "Inquiries",
  people: "People",
  newsletter_subscribers: "Newsletter subscribers",
  newsletter_subscriber: "Newsletter subscriber",
  links: "Links",
  person: "Person",
  client_import: "Import of clients",
  activity: "Activity",
  document: "Document",
  email: "Email",
};

type Entry = { subjectType: string | null; subjectId: string | null; subjectName: string | null; details: unknown };
export type Subject = { name: string; path: string | null; deleted: boolean };

const named = z.object({ number: z.string(), reference: z.string(), name: z.string() }).partial().catch({});
const uuid = z.uuid();

/** Subjects by name, with a link while they exist. */
export async function subjectsOf<Row extends Entry>(
  from: Queryable,
  rows: readonly Row[],
): Promise<(Omit<Row, "subjectName"> & { subject: Subject | null })[]> {
  const ids = new Map<Type, Set<string>>();
  for (const { subjectType: type, subjectId: id } of rows)
    if (type && isType(type) && id && uuid.safeParse(id).success) ids.set(type, (ids.get(type) ?? new Set()).add(id));
  const existingIds = new Set<string>();
  const queries = [...ids].map(
    ([type, idsOfType]) =>
      sql`select id::text as id from ${sql.identifier(tables[type].table)} where id = any(${sql.param([...idsOfType])}::uuid[])`,
  );
  if (queries.length > 0) {
    const found = await from.execute<{ id: string }>(sql.join(queries, sql` union all `));
    for (const { id } of found.rows) existingIds.add(id);
  }
  return rows.map(({ subjectName, ...row }) => ({ ...row, subject: subjectIn({ ...row, subjectName }, existingIds) }));
}

function subjectIn(
  { subjectType, subjectId, subjectName, details }: Entry,
  existingIds: ReadonlySet<string>,
): Subject | null {
  if (!subjectType) return null;
  const { number, reference, name: stored } = named.parse(details);
  const name = subjectName ?? number ?? reference ?? stored ?? standIns[subjectType] ?? null;
  if (name === null) return null;
  if (!isType(subjectType) || !subjectId) return { name, path: null, deleted: false };
  const isThere = existingIds.has(subjectId);
  return { name, path: isThere ? tables[subjectType].path(subjectId) : null, deleted: !isThere };
}
