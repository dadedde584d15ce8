import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { isRenewing } from "~/encryption/renew.server";
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
    isRenewing(db),
    progress(sql`visa_applications`, sql`true`, sql`not is_encrypted`),
    progress(sql`documents`, sql`scan <> 'infected'`, sql`file_key is null`),
  ]);
  return { keys, isRenewing: renewing, applications, files };
}

/** Counts what waits by its own index; all of them only while something does. */
async function progress(table: ReturnType<typeof sql>, all: typeof table, waits: typeof table): Promise<Progress> {
  const { rows } = await db.execute<{ waiting: number; total: number }>(sql`
    with w as (select count(*)::int as waiting from ${table} where ${waits} and ${all})
    select waiting, case when waiting = 0 then 0 else (select count(*)::int from ${table} where ${all}) end as total from w`);
  const { waiting = 0, total = 0 } = rows[0] ?? {};
  return { done: total - waiting, total };
}
