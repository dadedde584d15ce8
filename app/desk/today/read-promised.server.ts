import { and, asc } from "drizzle-orm";
import { db } from "~/db/client.server";
import { visaInquiries as t } from "~/db/schema/inquiries";
import { shortened } from "~/db/shortened.server";
import { isPastPromise } from "~/inquiries/desk/waiting.server";
import { referenceOf } from "~/inquiries/reference";
import { type Line, lasting } from "./lines";
import { readByOwner } from "./whose.server";

/** Inquiries that nobody has answered by the time that we promised (K-TODAY-3). */
export async function readPromised(adminId: string) {
  const [count, rows] = await Promise.all([
    db.$count(t, isPastPromise),
    readByOwner(adminId, ({ of, limit }) =>
      db
        .select({
          id: t.id,
          name: shortened(t.fullName),
          service: shortened(t.visaService),
          owner: t.ownerId,
          promisedBy: t.promisedBy,
          isSample: t.isSample,
        })
        .from(t)
        .where(and(isPastPromise, of(t.ownerId)))
        .orderBy(asc(t.promisedBy), asc(t.id))
        .limit(limit),
    ),
  ]);
  const line = ({ promisedBy, ...row }: (typeof rows)[number]): Line => ({
    id: row.id,
    to: `/admin/inquiries/${row.id}`,
    name: row.name,
    number: referenceOf(row.id),
    says: `${row.service} · promised ${lasting(promisedBy ?? new Date())} ago`,
    isMine: row.owner === adminId,
    isSample: row.isSample,
  });
  return { count, lines: rows.map(line) };
}
