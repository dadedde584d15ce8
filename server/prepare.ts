import { config } from "~/config.server";
import { loadAgreementDraft } from "~/content/agreements/load-draft.server";
import { loadFormFiles } from "~/content/forms/files/delivered.server";
import { locks, takeLock } from "~/db/advisory-locks.server";
import { db } from "~/db/client.server";
import { applyMigrations } from "~/db/migrate.server";
import { loadedSeeds } from "~/db/schema/content";
import { loadStarter } from "~/db/seed/starter/load-starter.server";
import { loadTeam } from "~/db/seed/starter/team";
import { StorageError } from "~/documents/storage-error.server";
import { log } from "~/log.server";
import { loadSampleConsultations } from "~/sample/consultations.server";
import { loadSamplePeople } from "~/sample/load-sample.server";

const seeds = {
  ...{
    starter: loadStarter,
    team: loadTeam,
    "agreement draft": loadAgreementDraft,
    "form files": loadFormFiles,
    "sample people": loadSamplePeople,
  },
  /** Needs the first super admin. */
  "sample consultations": loadSampleConsultations,
};
export type SeedName = keyof typeof seeds;

/**
 * Prepares the database: migrations, starter content, a draft of the agreement, form files, sample people if
 * configured.
 */
export async function prepareDatabase(): Promise<void> {
  await applyMigrations();
  await loadOnce("starter");
  await loadOnce("team");
  await loadOnce("agreement draft");
  await loadWithFiles("form files");
  if (config.sampleData) await loadWithFiles("sample people");
}

/** If the storage fails, seeds with files wait for the next start, and the site starts without them. */
async function loadWithFiles(name: SeedName) {
  try {
    await loadOnce(name);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    log.error({ seed: name, setting: error.setting }, "not loaded now; the next start tries again");
  }
}

/** Loads a seed once; returns whether it did. The lock makes a second starting instance wait. */
export async function loadOnce(name: SeedName): Promise<boolean> {
  return db.transaction(async (tx) => {
    await takeLock(tx, locks.seeds);
    const [seed] = await tx.insert(loadedSeeds).values({ name }).onConflictDoNothing().returning();
    if (!seed) return false;
    await seeds[name](tx);
    return true;
  });
}
