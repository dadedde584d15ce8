import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { z } from "zod";
import { connect } from "./connect.server";

/** Any number of ours: whoever migrates holds it, so that two instances that start at once do not both do it. */
const migrationLock = 4_275_001;

const committed = "app/db/migrations";
const journal = z.object({ entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })) });
const readJournal = () =>
  z.looseObject(journal.shape).parse(JSON.parse(readFileSync(join(committed, "meta", "_journal.json"), "utf8")));

/** When the newest migration of this release was made, as its journal says. */
export const newestMigration = (): number => Math.max(...readJournal().entries.map(({ when }) => when));

/** Applies the committed migrations that are not applied yet, in order, while holding an advisory lock. */
export function applyMigrations(): Promise<void> {
  return apply(committed);
}

/** The same with those alone that were made until then. */
export async function applyMigrationsUntil(until: number): Promise<void> {
  const folder = partOfMigrations(until);
  try {
    await apply(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function apply(folder: string) {
  const client = await connect("lucaya migrations");
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

function partOfMigrations(until: number): string {
  const folder = mkdtempSync(join(tmpdir(), "lucaya-migrations-"));
  cpSync(committed, folder, { recursive: true });
  const { entries, ...rest } = readJournal();
  const journalThen = { ...rest, entries: entries.filter(({ when }) => when <= until) };
  writeFileSync(join(folder, "meta", "_journal.json"), JSON.stringify(journalThen));
  return folder;
}
