import { and, desc, eq, gte, inArray, isNull, lt, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { nameAll } from "~/accounts/admins/names.server";
import type { Staff } from "~/accounts/staff.server";
import { byCreatedAt, cursorOf, cursorParams, type PageQuery, readPage } from "~/core/lists/keyset.server";
import { isDay, nassauZone } from "~/core/time";
import { db, type Queryable } from "~/db/client.server";
import { foldedText, searched } from "~/db/found-by.server";
import { adminActivityLog as activity, adminUsers } from "~/db/schema/accounts";
import { changesIn } from "./lines.server";
import { subjectsOf, subjectTypes } from "./subjects.server";
import {
  actionsOf,
  activityKinds,
  applicantActions,
  isApplicants,
  ofAccounts,
  readActions,
  signInLabel,
  withoutReads,
} from "./words";

const pageSize = 100;

const dayFilter = z.string().refine(isDay).catch("").default("");
const filters = z.object({
  /** An admin's id, `applicants` or `program`. */
  person: z
    .union([z.literal(["all", "applicants", "program"]), z.uuid()])
    .catch("all")
    .default("all"),
  /** A kind, a single action, or all but openings. */
  kind: z.string().max(100).catch("all").default("all"),
  from: dayFilter,
  to: dayFilter,
  subject: z.string().trim().catch("").default(""),
  ...cursorParams,
});
export type ActivityFilters = z.output<typeof filters>;

export const readActivityFilters = (search: URLSearchParams): ActivityFilters =>
  filters.parse(Object.fromEntries(search));

const visibleTo = ({ role }: Pick<Staff, "role">): SQL | undefined =>
  role === "super_admin"
    ? undefined
    : and(
        notInArray(activity.actionType, [...ofAccounts]),
        sql`${activity.subjectType} is distinct from 'admin'`,
        isNull(activity.targetAdminEmail),
      );

function ofKind(kind: string): SQL | undefined {
  if (kind === "all") return undefined;
  if (kind === withoutReads) return notInArray(activity.actionType, [...readActions]);
  const known = activityKinds.find((activityKind) => activityKind === kind);
  return known ? inArray(activity.actionType, ["", ...actionsOf(known)]) : eq(activity.actionType, kind);
}

/** An applicant's entries, which have no admin; in TypeScript `isApplicants`. */
const byApplicants = or(
  inArray(activity.actionType, [...applicantActions]),
  sql`${activity.details} ->> 'by' = 'applicant'`,
);

function ofPerson(person: string): SQL | undefined {
  if (person === "all") return undefined;
  if (person === "applicants") return and(isNull(activity.adminEmail), byApplicants);
  if (person === "program")
    return and(isNull(activity.adminEmail), sql`${byApplicants} is not true`, notInArray(activity.actionType, signIns));
  return sql`${activity.adminEmail} = (select ${adminUsers.email} from ${adminUsers} where ${adminUsers.id} = ${person})`;
}
const signIns = ["sign_in_failed", "sign_in_refused"];

const startOf = (day: string, later = 0) => sql`(${day}::date + ${later}::int)::timestamp at time zone ${nassauZone}`;

/** The searchable text: the subject's name. */
export const entryText = foldedText(sql`${activity.subjectName}`);

/** By id, as a person's page has it, or by words of its name. */
const ofSubject = (subject: string) =>
  z.uuid().safeParse(subject).success
    ? and(inArray(activity.subjectType, subjectTypes), eq(activity.subjectId, subject.toLowerCase()))
    : searched(entryText, subject);

export const matching = (staff: Pick<Staff, "role">, { person, kind, from, to, subject }: ActivityFilters) =>
  and(
    visibleTo(staff),
    ofPerson(person),
    ofKind(kind),
    from ? gte(activity.createdAt, startOf(from)) : undefined,
    to ? lt(activity.createdAt, startOf(to, 1)) : undefined,
    subject ? ofSubject(subject) : undefined,
  );

const columns = {
  id: activity.id,
  actionType: activity.actionType,
  adminEmail: activity.adminEmail,
  targetAdminEmail: activity.targetAdminEmail,
  createdAt: activity.createdAt,
  address: activity.address,
  browser: activity.browser,
  details: activity.details,
  subjectType: activity.subjectType,
  subjectId: activity.subjectId,
  subjectName: activity.subjectName,
};
type Row = Pick<typeof activity.$inferSelect, keyof typeof columns>;

export type ListedEntry = Awaited<ReturnType<typeof listed>>[number];

/** Newest first. */
export async function listActivity(staff: Pick<Staff, "role">, input: ActivityFilters) {
  const read = ({ beyond, orderBy, limit }: PageQuery) =>
    db
      .select(columns)
      .from(activity)
      .where(and(matching(staff, input), beyond))
      .orderBy(...orderBy)
      .limit(limit);
  const { rows, next, previous } = await readPage(byCreatedAt("admin_activity_log"), cursorOf(input), pageSize, read);
  const shown = await listed(db, rows);
  if (staff.role === "super_admin") return { rows: shown, next, previous };
  return { rows: shown.map((row) => ({ ...row, address: null, browser: null })), next, previous };
}

const ownEntries = 10;

/** The newest entries about one case, inquiry or person, and whether there are older ones. */
export async function activityOf(staff: Pick<Staff, "role">, type: string, id: string) {
  const rows = await db
    .select(columns)
    .from(activity)
    .where(
      and(
        visibleTo(staff),
        eq(activity.subjectType, type),
        eq(activity.subjectId, id),
        ne(activity.actionType, "application_opened"),
      ),
    )
    .orderBy(desc(activity.createdAt), desc(activity.id))
    .limit(ownEntries + 1);
  return { rows: await listed(db, rows.slice(0, ownEntries)), more: rows.length > ownEntries };
}

const counted = z
  .object({ times: z.number().optional().catch(undefined), last: z.string().optional().catch(undefined) })
  .catch({});
const doer = z.object({ by: z.unknown() }).partial().catch({});

async function listed(from: Queryable, rows: readonly Row[]) {
  const emails = rows.flatMap(({ adminEmail, targetAdminEmail }) => [adminEmail, targetAdminEmail]);
  const [nameOf, withSubjects] = await Promise.all([nameAll(from, emails), subjectsOf(from, rows)]);
  return withSubjects.map(({ details, subjectType, subjectId: _, adminEmail, targetAdminEmail, ...row }) => ({
    ...row,
    ...counted.parse(details ?? {}),
    why: signInLabel(row.actionType, details),
    who: nameOf(adminEmail) ?? actor(row.actionType, doer.parse(details ?? {}).by),
    whoEmail: adminEmail,
    /** The admin concerned, if the subject does not name them. */
    target: subjectType === "admin" ? null : nameOf(targetAdminEmail),
    targetEmail: targetAdminEmail,
    changes: changesIn(row.actionType, details),
  }));
}

function actor(action: string, by: unknown): string {
  if (signIns.includes(action)) return "Not signed in";
  return isApplicants(action, by) ? "The applicant" : "System";
}
