import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Client } from "pg";
import { z } from "zod";
import { locks } from "./advisory-locks.server";
import { connect } from "./connect.server";
import { StartError } from "./embedded/binaries.server";

const committed = "app/db/migrations";
const journal = z.object({ entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })) });
const readJournal = () =>
  z.looseObject(journal.shape).parse(JSON.parse(readFileSync(join(committed, "meta", "_journal.json"), "utf8")));

/** The last commit that can read and export data from before 1.0.0. */
export const lastBeforeRelease = "ca130e83";

const moments = () => readJournal().entries.map(({ when }) => when);
/** The time of this release's newest migration in drizzle's journal, in milliseconds since 1970. */
export const newestMigration = (): number => Math.max(...moments());
/** A database or backup whose newest migration is older was made before 1.0.0. */
export const firstMigration = (): number => Math.min(...moments());

/** Applies the missing migrations in order, under an advisory lock. */
export function applyMigrations(): Promise<void> {
  return apply(committed);
}

/** Up to and including a time in milliseconds since 1970. */
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
    await client.query("select pg_advisory_lock($1)", [locks.migration]);
    await refuseEarlier(client);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

/**
 * 1.0.0 began with one migration that creates everything: it can't be applied to a database of earlier builds. A
 * database of a later release is accepted, because both releases run during an update.
 */
async function refuseEarlier(client: Client) {
  const { rows } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as there");
  if (!rows[0]?.there) return;
  const earlier = "select 1 from drizzle.__drizzle_migrations where created_at < $1 limit 1";
  const { rowCount } = await client.query(earlier, [firstMigration()]);
  if (rowCount)
    throw new StartError(
      `The database was made before Lucaya 1.0.0, which can't bring it up to date; commit ${lastBeforeRelease} is the last that can export it. ` +
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
