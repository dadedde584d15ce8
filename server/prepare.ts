import { sql } from "drizzle-orm";
import { config } from "~/config.server";
import { loadFormFiles } from "~/content/form-files.server";
import { db } from "~/db/client.server";
import { applyMigrations } from "~/db/migrate.server";
import { loadedSeeds } from "~/db/schema/content";
import { loadStarter } from "~/db/seed/starter/load-starter.server";
import { loadSamplePeople } from "~/sample/load-sample.server";

const seeds = { starter: loadStarter, "form files": loadFormFiles, "sample people": loadSamplePeople };
export type SeedName = keyof typeof seeds;

/** Brings the database to what this release needs: migrations, the starter content, and sample people where wanted. */
export async function prepareDatabase(): Promise<void> {
  await applyMigrations();
  await loadOnce("starter");
  await loadOnce("form files");
  if (config.sampleData) await loadOnce("sample people");
}

/** Loads what was never loaded before. Two instances that start at once: the second waits for the first and finds it done. */
export async function loadOnce(name: SeedName): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(4275003)`);
    const [mark] = await tx.insert(loadedSeeds).values({ name }).onConflictDoNothing().returning();
    if (!mark) return false;
    await seeds[name](tx);
    return true;
  });
}
