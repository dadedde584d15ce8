import { pool } from "~/db/client.server";
import { applyMigrations } from "~/db/migrate.server";
import { loadOnce, prepareDatabase } from "./prepare";

const usage = `npm run db -- migrate   applies the migrations
npm run db -- seed      loads the starter content and the sample people, where they were not loaded yet
npm run db -- reset deletes everything in the database and recreates it`;

/** `npm run db -- …`: returns the exit status. */
export async function databaseCommand([name]: string[]): Promise<number> {
  switch (name) {
    case "migrate":
      await applyMigrations();
      console.log("The database is up to date.");
      return 0;
    case "seed":
      await applyMigrations();
      for (const seed of ["starter", "team", "form files", "sample people"] as const)
        console.log((await loadOnce(seed)) ? `Loaded: ${seed}.` : `Loaded before: ${seed}.`);
      return 0;
    case "reset":
      await pool.query("drop schema if exists public, drizzle, pgboss cascade; create schema public");
      await prepareDatabase();
      console.log("The database was recreated.");
      return 0;
    default:
      console.error(usage);
      return 2;
  }
}
