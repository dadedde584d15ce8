import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { temporaryFolder } from "../folders/temporary";
import { startOnSocket } from "./socket-server";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * The run's PostgreSQL, as its superuser and as the app's role, and its data directory. Directory and database
     * `fresh` are as after a first start.
     */
    server: { superuser: string; role: string; folder: string };
  }
}

async function run(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

const fresh = new URL("./fresh-database.ts", import.meta.url);

/** An environment variable with the server's URLs, once a project has started it: all share the same one. */
const started = "QUICK_SERVER";

/** Once per run: starts a PostgreSQL whose database is copied by every file that calls `testDatabase`. */
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env[started];
  if (running) {
    project.provide("server", JSON.parse(running));
    return async () => {};
  }
  const dataDir = await temporaryFolder();
  Object.assign(process.env, { DATA_DIR: dataDir, LOG_LEVEL: "silent", SAMPLE_DATA: "no" });
  let stop = async () => {};
  const end = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const { startPostgres } = await import("~/db/embedded/embedded.server");
    const { rememberDatabaseUrl } = await import("~/db/database-url.server");
    // Creates directory and roles; tests then run the same server with other settings.
    const made = await startPostgres(dataDir, "own");
    await made.stop();
    const server = await startOnSocket(join(dataDir, "postgres"));
    stop = server.stop;
    const { addressOf } = server;
    const superuser = (database: string) => addressOf(database, "postgres");
    await run(superuser("lucaya"), "create database fresh");
    await run(superuser("fresh"), "alter schema public owner to lucaya; grant create on database fresh to lucaya");
    rememberDatabaseUrl(addressOf("fresh"));
    // By variable, not literally: `--changed` would follow the import, and every job would affect every test.
    const { makeFresh }: typeof import("./fresh-database") = await import(fresh.href);
    await makeFresh();
    const addresses = { superuser: superuser("lucaya"), role: addressOf("lucaya"), folder: dataDir };
    process.env[started] = JSON.stringify(addresses);
    project.provide("server", addresses);
  } catch (error) {
    await end();
    throw error;
  }
  return async () => {
    delete process.env[started];
    await end();
  };
}
