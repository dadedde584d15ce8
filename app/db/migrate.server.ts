import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { databaseUrl } from "./address.server";

/** Any number of ours: whoever migrates holds it, so that two instances that start at once do not both do it. */
const migrationLock = 4_275_001;

/** Applies the committed migrations that are not applied yet, in order, while holding an advisory lock. */
export async function applyMigrations(): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(), application_name: "lucaya migrations" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder: "app/db/migrations" });
  } finally {
    await client.end();
  }
}
