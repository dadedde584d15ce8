import { asc, eq, sql } from "drizzle-orm";
import { stripInvalidCharacters } from "~/core/text-input";
import { db } from "~/db/client.server";
import { troubles } from "~/db/schema/troubles";
import { log } from "~/log.server";
import { singleton } from "~/singleton.server";

const known = singleton("troubles", () => ({ watched: false, fine: new Set<string>() }));

/** Starts storing outages. The server calls it, the command-line tools don't. */
export function startOutageReporting(): void {
  known.watched = true;
}

/** Logs an outage and shows it to staff with the setting to correct. Never throws: its caller is failing already. */
export async function reportOutage(subject: string, { setting, message }: { setting: string; message: string }) {
  known.fine.delete(subject);
  log.error({ setting, subject }, message);
  if (!known.watched) return;
  const now = sql`now()`;
  const text = stripInvalidCharacters(message).slice(0, 2000);
  await db
    .insert(troubles)
    .values({ subject, setting, words: text })
    .onConflictDoUpdate({ target: troubles.subject, set: { setting, words: text, lastAt: now } })
    .catch((err: unknown) => log.error({ err }, "a trouble could not be written down for staff"));
}

/** Deletes the outage of a subject. Costs no query while the subject is known to work. */
export async function resolveOutage(subject: string): Promise<void> {
  // A row may exist, also from before this process started.
  if (!known.watched || known.fine.has(subject)) return;
  try {
    await db.delete(troubles).where(eq(troubles.subject, subject));
    known.fine.add(subject);
  } catch (err) {
    log.error({ err }, "the end of a trouble could not be written down");
  }
}

export const listOutages = () => db.select().from(troubles).orderBy(asc(troubles.since));
