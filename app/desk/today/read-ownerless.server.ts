import { and, asc, eq, notInArray, sql } from "drizzle-orm";
import { doneStatuses } from "~/accounts/owners/due";
import { nameAndEmail } from "~/core/email/name-and-email";
import { db } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import { shortened } from "~/db/shortened.server";
import { referenceOf } from "~/inquiries/reference";
import { type Line, lasting } from "./lines";
import type { Slice } from "./read-apart.server";

type Table = typeof visaApplications | typeof visaInquiries;

/**
 * Open work of an admin who no longer has access. These admins are read first, as an array: in the order of a join all
 * work of everybody would be read to find the oldest of nobody.
 */
const isOwnerless = (t: Table) =>
  and(
    sql`${t.ownerId} = any(array(select i.id from admin_users i where not i.is_active))`,
    notInArray(sql`${t.status}::text`, [...doneStatuses]),
  );

const owner = { ownerName: adminUsers.name, ownerEmail: adminUsers.email };

const countOf = (t: Table): Promise<number> => db.$count(t, isOwnerless(t));

/** Cases, then inquiries, the oldest first. */
export async function readOwnerless({ limit, offset }: Slice) {
  const [cases, inquiries] = await Promise.all([countOf(visaApplications), countOf(visaInquiries)]);
  const first = await readCases(limit, offset);
  const rest = await readInquiries(limit - first.length, Math.max(0, offset - cases));
  return { count: cases + inquiries, lines: [...first, ...rest] };
}

const says = (row: { ownerName: string; ownerEmail: string; createdAt: Date }) =>
  `of ${nameAndEmail(row.ownerName, row.ownerEmail)}, inactive · started ${lasting(row.createdAt)} ago`;

async function readCases(limit: number, offset: number): Promise<Line[]> {
  const t = visaApplications;
  const rows = await db
    .select({
      id: t.id,
      name: shortened(t.applicantName),
      number: t.applicationNumber,
      createdAt: t.createdAt,
      isSample: t.isSample,
      ...owner,
    })
    .from(t)
    .innerJoin(adminUsers, eq(adminUsers.id, t.ownerId))
    .where(isOwnerless(t))
    .orderBy(asc(t.createdAt), asc(t.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id, name, number, isSample, ...row }) => ({
    ...{ id, to: `/admin/applications/${id}`, name: name || "No name", number, says: says(row) },
    ...{ isMine: false, isSample },
  }));
}

async function readInquiries(limit: number, offset: number): Promise<Line[]> {
  const t = visaInquiries;
  if (limit <= 0) return [];
  const rows = await db
    .select({ id: t.id, name: shortened(t.fullName), createdAt: t.createdAt, isSample: t.isSample, ...owner })
    .from(t)
    .innerJoin(adminUsers, eq(adminUsers.id, t.ownerId))
    .where(isOwnerless(t))
    .orderBy(asc(t.createdAt), asc(t.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id, name, isSample, ...row }) => ({
    ...{ id, to: `/admin/inquiries/${id}`, name, number: referenceOf(id), says: says(row), isMine: false, isSample },
  }));
}
