import { rm } from "node:fs/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { cheaper } from "../folders/prepared";
import { temporaryFolder } from "../folders/temporary";

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

/** Where the server's addresses are, once a project has started it: both that need it use the same one. */
const started = "QUICK_SERVER";

/** Once for a run: a PostgreSQL of its own whose database every file copies that calls `ownDatabase`. */
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env[started];
  if (running) {
    project.provide("server", JSON.parse(running));
    return async () => {};
  }
  const dataDir = await temporaryFolder();
  Object.assign(process.env, { DATA_DIR: dataDir, LOG_LEVEL: "silent", SAMPLE_DATA: "no" });
  const { startPostgres } = await import("~/db/embedded/embedded.server");
  const { rememberDatabaseUrl } = await import("~/db/address.server");
  const { storedSecret } = await import("~/config.server");
  const server = await startPostgres(dataDir, "own");
  const addressOf = (database: string, user = "lucaya", password = "postgres-password") =>
    server.url.replace(/\/\/.*@(.*)\/lucaya$/, `//${user}:${storedSecret(password)}@$1/${database}`);
  const superuser = (database: string) => addressOf(database, "postgres", "postgres-superuser-password");
  const end = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    for (const setting of cheaper) await run(superuser("lucaya"), `alter system set ${setting}`);
    await run(superuser("lucaya"), "select pg_reload_conf()");
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
  } catch (error) {
    await end();
    throw error;
  }
  const addresses = { superuser: superuser("lucaya"), role: server.url };
  process.env[started] = JSON.stringify(addresses);
  project.provide("server", addresses);
  return async () => {
    delete process.env[started];
    await end();
  };
}
