import { and, eq, lt } from "drizzle-orm";
import { db } from "~/db/client.server";
import { applicationHolders } from "~/db/schema/applications";
import { log } from "~/log.server";

/** How exactly `last_used_at` is kept, in milliseconds: a write for each request would cost more than it tells. */
const exactness = 10 * 60_000;
const most = 20_000;
/** When a browser's save was last looked at, by the hash of its token; the oldest go first. */
const noted = new Map<string, number>();

/** Keeps a browser's last use for the list of those that hold an application (V-ATK-15): a page of it was opened. */
export async function noteUse(holder: string, lastUsedAt: Date): Promise<void> {
  if (Date.now() - lastUsedAt.getTime() >= exactness) await write(holder);
}

/**
 * The same for a save, which is one statement and stays one: what is asked here is memory, and a tab that is open for
 * hours is written down beside its save, every ten minutes. Its first save tells nothing: its page was just opened.
 */
export function noteSave(holder: string): void {
  const now = Date.now();
  const last = noted.get(holder);
  if (last !== undefined && now - last < exactness) return;
  noted.delete(holder);
  noted.set(holder, now);
  const [oldest] = noted.keys();
  if (noted.size > most && oldest) noted.delete(oldest);
  if (last === undefined) return;
  write(holder).catch((err: unknown) => log.warn({ err }, "a browser's last use could not be written down"));
}

async function write(holder: string): Promise<void> {
  const now = Date.now();
  await db
    .update(applicationHolders)
    .set({ lastUsedAt: new Date(now) })
    .where(and(eq(applicationHolders.tokenHash, holder), lt(applicationHolders.lastUsedAt, new Date(now - exactness))));
}
