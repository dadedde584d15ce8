import { ne } from "drizzle-orm";
import { countPlainApplications } from "~/cases/encryption/encrypt.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { documents } from "~/db/schema/documents";
import { countOfPlainFiles } from "~/documents/at-rest/encrypt-job.server";
import { isRotating } from "~/encryption/rotate.server";
import { countKeys, type KeyCount } from "~/encryption/used-keys.server";

/** How many of all are done; 0 of 0 when nothing waits. */
type Progress = { done: number; total: number };

export type PrivacyState = {
  keys: KeyCount[];
  isRenewing: boolean;
  /** What is from before encryption and is encrypted while the program serves (V-ENC-9). */
  applications: Progress;
  files: Progress;
};

/** What the page shows and asks for again while something goes on; all of it follows from the data themselves. */
export async function readPrivacyState(): Promise<PrivacyState> {
  const [keys, renewing, applications, files] = await Promise.all([
    countKeys(db),
    isRotating(db),
    progress(countPlainApplications(), () => db.$count(visaApplications)),
    progress(countOfPlainFiles(), () => db.$count(documents, ne(documents.scan, "infected"))),
  ]);
  return { keys, isRenewing: renewing, applications, files };
}

/** What waits is counted by its own index; all of them only while something does. */
async function progress(plain: Promise<number>, all: () => Promise<number>): Promise<Progress> {
  const waiting = await plain;
  const total = waiting === 0 ? 0 : await all();
  return { done: Math.max(0, total - waiting), total };
}
