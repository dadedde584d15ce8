import { and, eq, lt } from "drizzle-orm";
import { db } from "~/db/client.server";
import { applicationHolders } from "~/db/schema/applications";
import { log } from "~/log.server";

/** Precision of `last_used_at` in milliseconds, because a write for each request would cost too much. */
const precision = 10 * 60_000;
const maxEntries = 20_000;
/** When a browser's last save was recorded, by token hash; the oldest entries are removed first. */
const lastSaves = new Map<string, number>();

export async function noteUse(holder: string, lastUsedAt: Date): Promise<void> {
  if (Date.now() - lastUsedAt.getTime() >= precision) await write(holder);
}

/**
 * Records a save. A save is one SQL statement, so the interval is checked in memory: a tab that is open for hours is
 * recorded every ten minutes. The first save records nothing, since its page was just opened.
 */
export function noteSave(holder: string): void {
  const now = Date.now();
  const last = lastSaves.get(holder);
  if (last !== undefined && now - last < precision) return;
  lastSaves.delete(holder);
  lastSaves.set(holder, now);
  const [oldest] = lastSaves.keys();
  if (lastSaves.size > maxEntries && oldest) lastSaves.delete(oldest);
  if (last === undefined) return;
  write(holder).catch((err: unknown) => log.warn({ err }, "a browser's last use could not be written down"));
}

async function write(holder: string): Promise<void> {
  const now = Date.now();
  await db
    .update(applicationHolders)
    .set({ lastUsedAt: new Date(now) })
    .where(and(eq(applicationHolders.tokenHash, holder), lt(applicationHolders.lastUsedAt, new Date(now - precision))));
}
