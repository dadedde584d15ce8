import { and, asc, desc, eq, notInArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { readActions, signInLabel, withoutReads } from "~/accounts/activity/words";
import { nameAll } from "~/accounts/admins/names.server";
import { byCreatedAt, cursorOf, cursorParams, type PageQuery, readPage } from "~/core/lists/keyset.server";
import { db } from "~/db/client.server";
import { adminActivityLog as activity, adminUsers } from "~/db/schema/accounts";
import { shortenedIfAny } from "~/db/shortened.server";

const pageSize = 25;
const creator = alias(adminUsers, "creator");

/** By email, active ones first. */
export async function listAdmins({ includeInactive }: { includeInactive: boolean }) {
  return db
    .select({
      id: adminUsers.id,
      userId: adminUsers.userId,
      email: adminUsers.email,
      name: adminUsers.name,
      role: adminUsers.role,
      isActive: adminUsers.isActive,
      lastLoginAt: adminUsers.lastLoginAt,
      createdAt: adminUsers.createdAt,
      creatorEmail: creator.email,
      creatorName: creator.name,
    })
    .from(adminUsers)
    .leftJoin(creator, eq(creator.id, adminUsers.createdBy))
    .where(includeInactive ? undefined : eq(adminUsers.isActive, true))
    .orderBy(desc(adminUsers.isActive), asc(sql`lower(${adminUsers.email})`));
}

const filters = z.object({
  action: z.string().max(100).catch("all").default("all"),
  admin: z.string().max(254).catch("all").default("all"),
  before: cursorParams.before,
});
export type ActivityFilters = z.output<typeof filters>;

export function readActivityFilters(search: URLSearchParams): ActivityFilters {
  return filters.parse(Object.fromEntries(search));
}

function ofAction(action: string): SQL | undefined {
  if (action === "all") return undefined;
  return action === withoutReads ? notInArray(activity.actionType, [...readActions]) : eq(activity.actionType, action);
}

/** The details that the list shows. */
const facts = z
  .object({
    times: z.number().optional().catch(undefined),
    last: z.string().optional().catch(undefined),
    number: z.string().optional().catch(undefined),
  })
  .catch({});

export type ListedActivity = Awaited<ReturnType<typeof listActivity>>["rows"][number];

/** Newest first, a page of 25 and the next cursor. */
export async function listActivity({ action, admin, before }: ActivityFilters) {
  const matching = and(ofAction(action), admin === "all" ? undefined : eq(activity.adminEmail, admin));
  const read = ({ beyond, orderBy, limit }: PageQuery) =>
    db
      .select({
        id: activity.id,
        actionType: activity.actionType,
        adminEmail: shortenedIfAny(activity.adminEmail),
        targetAdminEmail: shortenedIfAny(activity.targetAdminEmail),
        createdAt: activity.createdAt,
        address: activity.address,
        browser: activity.browser,
        details: activity.details,
        subjectType: activity.subjectType,
        subjectId: activity.subjectId,
      })
      .from(activity)
      .where(and(matching, beyond))
      .orderBy(...orderBy)
      .limit(limit);
  const page = await readPage(byCreatedAt("admin_activity_log"), cursorOf({ before }), pageSize, read);
  const named = await nameAll(
    db,
    page.rows.flatMap((row) => [row.adminEmail, row.targetAdminEmail]),
  );
  const rows = page.rows.map(({ details, ...row }) => ({
    ...{ ...row, ...facts.parse(details), why: signInLabel(row.actionType, details) },
    ...{ adminName: named(row.adminEmail), targetName: named(row.targetAdminEmail) },
  }));
  return { rows, older: page.next };
}

/** By an index skip scan, because the log may be long. */
export async function listActions(): Promise<string[]> {
  const { rows } = await db.execute<{ action: string }>(sql`
    with recursive words (action) as (
      (select action_type from admin_activity_log order by action_type limit 1)
      union all
      select (select action_type from admin_activity_log where action_type > action order by action_type limit 1)
      from words where action is not null
    )
    select action from words where action is not null`);
  return rows.map(({ action }) => action);
}

export async function findAdminById(adminId: string) {
  const { id, userId, email, name, role, isActive } = adminUsers;
  const [admin] = await db.select({ id, userId, email, name, role, isActive }).from(adminUsers).where(eq(id, adminId));
  return admin ?? null;
}
