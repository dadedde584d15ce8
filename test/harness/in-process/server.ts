import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The run's PostgreSQL, as its superuser and as the program's role. `fresh` is as after a first start. */
    server: { superuser: string; role: string };
  }
}

async function run(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** Once for a run: a PostgreSQL of its own whose database every file copies that calls `ownDatabase`. */
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "lucaya-quick-"));
  await chmod(dataDir, 0o755);
  Object.assign(process.env, { DATA_DIR: dataDir, LOG_LEVEL: "silent", SAMPLE_DATA: "no" });
  const { startPostgres } = await import("~/db/embedded/embedded.server");
  const { rememberDatabaseUrl } = await import("~/db/address.server");
  const { storedSecret } = await import("~/config.server");
  const server = await startPostgres(dataDir, "own");
  const addressOf = (database: string, user = "lucaya", password = "postgres-password") =>
    server.url.replace(/\/\/.*@(.*)\/lucaya$/, `//${user}:${storedSecret(password)}@$1/${database}`);
  const superuser = (database: string) => addressOf(database, "postgres", "postgres-superuser-password");
  // Not `lucaya`, which the owner of the server is connected to: that one can't be copied.
  await run(superuser("lucaya"), "create database fresh");
  await run(superuser("fresh"), "alter schema public owner to lucaya; grant create on database fresh to lucaya");
  rememberDatabaseUrl(addressOf("fresh"));
  const { prepareDatabase } = await import("../../../server/prepare");
  const { startQueue, stopQueue } = await import("~/jobs/queue.server");
  const { pool } = await import("~/db/client.server");
  const { registerFeatures } = await import("../../../server/features");
  await prepareDatabase();
  registerFeatures();
  // Makes the queues that verbs enqueue into; nobody works.
  await startQueue({ work: false });
  await stopQueue({ graceful: false });
  await pool.end();
  project.provide("server", { superuser: superuser("lucaya"), role: server.url });
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
