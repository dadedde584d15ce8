import { asc, eq, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { troubles } from "~/db/schema/troubles";
import { log } from "~/log.server";

/** What works as far as this process knows; of the rest a row may stand in the table, from before it started too. */
const fine = new Set<string>();

/** Tells the log and staff what does not work and which setting to mend. Never throws: its caller has trouble enough. */
export async function reportTrouble(subject: string, { setting, message }: { setting: string; message: string }) {
  fine.delete(subject);
  log.error({ setting, subject }, message);
  const now = sql`now()`;
  await db
    .insert(troubles)
    .values({ subject, setting, words: message })
    .onConflictDoUpdate({ target: troubles.subject, set: { setting, words: message, lastAt: now } })
    .catch((err: unknown) => log.error({ err }, "a trouble could not be written down for staff"));
}

/** It works (again). Costs nothing while it has worked before. */
export async function endTrouble(subject: string): Promise<void> {
  if (fine.has(subject)) return;
  try {
    await db.delete(troubles).where(eq(troubles.subject, subject));
    fine.add(subject);
  } catch (err) {
    log.error({ err }, "the end of a trouble could not be written down");
  }
}

export const listTroubles = () => db.select().from(troubles).orderBy(asc(troubles.since));
