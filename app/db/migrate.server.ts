import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Client } from "pg";
import { z } from "zod";
import { connect } from "./connect.server";
import { StartError } from "./embedded/binaries.server";

/** Any number of ours: whoever migrates holds it, so that two instances that start at once do not both do it. */
const migrationLock = 4_275_001;

const committed = "app/db/migrations";
const journal = z.object({ entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })) });
const readJournal = () =>
  z.looseObject(journal.shape).parse(JSON.parse(readFileSync(join(committed, "meta", "_journal.json"), "utf8")));

const moments = () => readJournal().entries.map(({ when }) => when);
/** When the newest migration of this release was made, as its journal says. */
export const newestMigration = (): number => Math.max(...moments());
/**
 * When the first one was made: what was migrated earlier is from before Lucaya's first release, and not ours to read.
 */
export const firstMigration = (): number => Math.min(...moments());

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
    await refuseEarlier(client);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

/**
 * The migrations were joined into a few before the first release. A database that the ones before them made would be
 * given its tables twice. One that a later release migrated is fine: programs of both run while they are exchanged.
 */
async function refuseEarlier(client: Client) {
  const { rows } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as there");
  if (!rows[0]?.there) return;
  const earlier = "select 1 from drizzle.__drizzle_migrations where created_at < $1 limit 1";
  const { rowCount } = await client.query(earlier, [firstMigration()]);
  if (rowCount)
    throw new StartError(
      "The database was made before the first release of Lucaya, and no later one can bring it up to date. " +
        "Set DATA_DIR to a new folder, or DATABASE_URL to a new database; `npm run db -- reset` empties this one.",
    );
}

function partOfMigrations(until: number): string {
  const folder = mkdtempSync(join(tmpdir(), "lucaya-migrations-"));
  cpSync(committed, folder, { recursive: true });
  const { entries, ...rest } = readJournal();
  const journalThen = { ...rest, entries: entries.filter(({ when }) => when <= until) };
  writeFileSync(join(folder, "meta", "_journal.json"), JSON.stringify(journalThen));
  return folder;
}
