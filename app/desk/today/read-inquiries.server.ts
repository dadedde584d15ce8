import { and, asc, type SQL } from "drizzle-orm";
import { db } from "~/db/client.server";
import { visaInquiries as t } from "~/db/schema/inquiries";
import { shortened } from "~/db/shortened.server";
import { isPastPromise, isReply, repliedAt } from "~/inquiries/desk/waiting.server";
import { referenceOf } from "~/inquiries/reference";
import { type Line, lasting } from "./lines";
import { readByOwner } from "./whose.server";

type Waiting = { where: SQL; since: typeof t.promisedBy | SQL<Date>; says: (lasts: string) => string };

async function inquiriesOf({ where, since, says }: Waiting, adminId: string) {
  const [count, rows] = await Promise.all([
    db.$count(t, where),
    readByOwner(adminId, ({ of, limit }) =>
      db
        .select({
          id: t.id,
          name: shortened(t.fullName),
          service: shortened(t.visaService),
          owner: t.ownerId,
          since,
          isSample: t.isSample,
        })
        .from(t)
        .where(and(where, of(t.ownerId)))
        .orderBy(asc(since), asc(t.id))
        .limit(limit),
    ),
  ]);
  const line = ({ since, ...row }: (typeof rows)[number]): Line => ({
    id: row.id,
    to: `/admin/inquiries/${row.id}`,
    name: row.name,
    number: referenceOf(row.id),
    says: `${row.service} · ${says(lasting(since ?? new Date()))}`,
    isMine: row.owner === adminId,
    isSample: row.isSample,
  });
  return { count, lines: rows.map(line) };
}

/** Inquiries unanswered after the promised time. */
export const readPromised = (adminId: string) =>
  inquiriesOf({ where: isPastPromise, since: t.promisedBy, says: (lasts) => `promised ${lasts} ago` }, adminId);

/** Inquiries whose people wrote back by email, or whom we answered before (F-DESK-10). */
export const readReplies = (adminId: string) =>
  inquiriesOf({ where: isReply, since: repliedAt, says: (lasts) => `wrote again ${lasts} ago` }, adminId);
