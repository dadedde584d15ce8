import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { dataLinks, erasureRequests } from "~/db/schema/privacy/rights";
import { readToken, sealedLink } from "./private-links.server";

const day = 86_400_000;
/** The link that makes an erasure a request (V-ERASE-1), and the one to what is held for an address (V-COPY-6). */
export const erasureLinkDays = 7;
const dataLinkDays = 1;

const id = z.uuid();

/** The link of those that were asked for together; undefined once they were taken back or confirmed. */
export async function erasureLinkOf(group: unknown): Promise<string | undefined> {
  const groupId = id.safeParse(group).data;
  if (!groupId) return undefined;
  const [row] = await db
    .select()
    .from(erasureRequests)
    .where(and(eq(erasureRequests.groupId, groupId), eq(erasureRequests.state, "asked")))
    .orderBy(desc(erasureRequests.createdAt))
    .limit(1);
  if (!row) return undefined;
  const until = row.createdAt.getTime() + erasureLinkDays * day;
  return sealedLink("/your-data/erase", "erasure", groupId, row.secret, until);
}

export async function dataLinkOf(link: unknown): Promise<string | undefined> {
  const linkId = id.safeParse(link).data;
  const [row] = linkId ? await db.select().from(dataLinks).where(eq(dataLinks.id, linkId)) : [];
  return (
    row && sealedLink("/your-data/open", "own data", row.id, row.secret, row.createdAt.getTime() + dataLinkDays * day)
  );
}

/** The group that a link to confirm an erasure names, unverified. */
export function readErasureToken(token: string) {
  const read = readToken(token);
  return (
    read && { groupId: read.id, expired: read.expired, verify: (secret: string) => read.verify("erasure", secret) }
  );
}

/** The row that a link to somebody's data names, unverified. */
export function readDataToken(token: string) {
  const read = readToken(token);
  return (
    read && { linkId: read.id, expired: read.expired, verify: (secret: string) => read.verify("own data", secret) }
  );
}
