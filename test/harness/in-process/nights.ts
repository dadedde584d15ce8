import { runNight } from "~/privacy/retention/run.server";
import type { TestDatabase } from "./test-database";

/** Runs the nightly job on a file's own database. */
export const nightsIn = (database: TestDatabase) => {
  let nights = 0;
  return {
    /** A new night, so that several can run. */
    async run(): Promise<Record<string, number>> {
      const night = `2031-01-${String(++nights).padStart(2, "0")}`;
      await runNight(night);
      const [run] = await database.query<{ counts: Record<string, number>; ended: boolean }>(
        "select counts, finished_at is not null as ended from retention_runs where night = $1",
        [night],
      );
      if (!run?.ended) throw new Error("The run did not end");
      return run.counts;
    },
    /** Sets the age of a row, such as `90 days 1 minute`. */
    age: (table: string, column: string, id: string, old: string, key = "id") =>
      database.query(`update ${table} set ${column} = now() - $2::interval where ${key}::text = $1`, [id, old]),
    isThere: async (table: string, id: string, key = "id") =>
      (await database.query(`select 1 from ${table} where ${key}::text = $1`, [id])).length > 0,
  };
};
