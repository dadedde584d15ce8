import { spawn } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { keptSecret } from "~/config.server";
import { log } from "~/log.server";
import { type Binaries, checkReach, findBinaries, runInitdb, StartError, serverAccount } from "./binaries.server";

const major = "18";
const ownerLock = 4_275_002;

export type Embedded = { url: string; stop(): Promise<void> };
type Mode = "own" | "share";
type Server = { dir: string; port: number; password: string; binaries: Binaries };

/**
 * Starts the PostgreSQL of this installation in `dataDir/postgres`, on a loopback port, or takes over the one that an
 * earlier program left behind when it was killed. A session advisory lock marks the owner: it ends with the process that
 * holds it, so that no stale file can lie. `own` throws a StartError that names the folder and the process when
 * another program holds it; `share` (the commands beside a running program) then works along with it.
 */
export async function startPostgres(dataDir: string, mode: Mode): Promise<Embedded> {
  const dir = join(dataDir, "postgres");
  await mkdir(dataDir, { recursive: true });
  const server: Server = { dir, port: 0, password: keptSecret("postgres-password"), binaries: await findBinaries() };
  await checkReach(dataDir, server.binaries);
  await initialise(server);
  await ensureRunning(server);
  await createDatabase(server);
  const owner = await claim(server, dataDir, mode);
  const url = address(server, "lucaya");
  if (!owner) return { url, stop: async () => {} };
  return keepAlive(server, owner, url);
}

const address = (server: Server, database: string) =>
  `postgres://lucaya:${server.password}@127.0.0.1:${server.port}/${database}`;

async function initialise(server: Server) {
  const versionFile = join(server.dir, "PG_VERSION");
  if (existsSync(versionFile)) {
    const found = (await readFile(versionFile, "utf8")).trim();
    if (found === major) return;
    throw new StartError(
      `${server.dir} holds a database of PostgreSQL ${found}; this release runs ${major}. ` +
        `Back it up with the release that made it, or set DATA_DIR to another folder.`,
    );
  }
  // Made beside its place and then renamed: a start that is cut off, or two at once, leave no half-made database.
  const fresh = `${server.dir}.new-${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await runInitdb(server.binaries, fresh, server.password);
  try {
    await rename(fresh, server.dir);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(versionFile)) throw error;
  }
}

/** Sets `server.port`, which stays the same when the server has to be started anew. */
async function ensureRunning(server: Server) {
  const running = await readPidFile(server);
  if (running && (await isOurServer(running.pid, server.dir))) {
    server.port = running.port;
    await waitUntilReady(server, () => isAlive(running.pid));
    return;
  }
  // Its process is gone, or its number belongs to somebody else by now: PostgreSQL would take that for a server.
  if (running) await rm(join(server.dir, "postmaster.pid"), { force: true });
  server.port ||= await freePort();
  const output = openSync(`${server.dir}.log`, "a", 0o600);
  // In a session of its own: Ctrl-C must reach the program, which then ends the server in good order.
  const child = spawn(server.binaries.postgres, ["-D", server.dir, "-p", String(server.port), ...flags], {
    ...serverAccount(),
    cwd: "/",
    detached: true,
    stdio: ["ignore", output, output],
  });
  child.unref();
  let exited = false;
  child.once("exit", () => {
    exited = true;
  });
  await waitUntilReady(server, () => !exited);
}

const flags = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "timezone=UTC", "log_timezone=UTC"].flatMap(
  (setting) => ["-c", setting],
);

async function waitUntilReady(server: Server, alive: () => boolean) {
  for (let tries = 0; tries < 600; tries++) {
    const client = new Client({ connectionString: address(server, "postgres") });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (error instanceof Error && "code" in error && error.code === "28P01")
        throw new StartError(
          `The password in ${join(server.dir, "..", "postgres-password")} is not that of ${server.dir}.`,
        );
    }
    if (!alive())
      throw new StartError(`PostgreSQL did not start on ${server.dir}; its own words are in ${server.dir}.log.`);
    await pause(50);
  }
  throw new StartError(`PostgreSQL on ${server.dir} did not answer within 30 seconds; see ${server.dir}.log.`);
}

async function createDatabase(server: Server) {
  const client = new Client({ connectionString: address(server, "postgres") });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'lucaya'");
    if (!rowCount) await client.query("create database lucaya");
  } catch (error) {
    // 42P04, 23505: a start beside this one made it.
    if (!(error instanceof Error && "code" in error && ["42P04", "23505"].includes(String(error.code)))) throw error;
  } finally {
    await client.end();
  }
}

async function claim(server: Server, dataDir: string, mode: Mode): Promise<Client | null> {
  const client = new Client({
    connectionString: address(server, "lucaya"),
    application_name: `lucaya process ${process.pid}`,
    keepAlive: true,
  });
  client.on("error", () => undefined);
  await client.connect();
  // A program that was killed a moment ago may still seem to hold it: its connection is about to end.
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as held", [ownerLock]);
    if (rows[0]?.held) return client;
    if (mode === "share") break;
    await pause(100);
  }
  const { rows } = await client.query(
    `select application_name as name from pg_stat_activity
     where pid = (select pid from pg_locks where locktype = 'advisory' and objid = $1 and granted limit 1)`,
    [ownerLock],
  );
  await client.end();
  if (mode === "share") return null;
  const holder = String(rows[0]?.name ?? "another process").replace("lucaya ", "");
  throw new StartError(
    `Lucaya already runs on the folder ${dataDir} (${holder}). Stop it first, or set DATA_DIR to another folder.`,
  );
}

function keepAlive(server: Server, owner: Client, url: string): Embedded {
  let stopping = false;
  let held = owner;
  const watch = () =>
    held.once("end", async () => {
      while (!stopping) {
        log.warn("PostgreSQL ended unexpectedly and is started again");
        try {
          await ensureRunning(server);
          const again = await claim(server, join(server.dir, ".."), "own");
          if (!again) continue;
          held = again;
          watch();
          return;
        } catch (err) {
          log.error({ err }, "PostgreSQL could not be started again");
          await pause(1_000);
        }
      }
    });
  watch();
  return {
    url,
    async stop() {
      stopping = true;
      const running = await readPidFile(server);
      await held.end().catch(() => undefined);
      if (!running) return;
      // SIGINT is PostgreSQL's fast shutdown: it rolls back what is open, writes everything, and ends.
      process.kill(running.pid, "SIGINT");
      while (isAlive(running.pid)) await pause(20);
    },
  };
}

/** `postmaster.pid`: the process on its first line, the port on its fourth. */
async function readPidFile(server: Server) {
  const text = await readFile(join(server.dir, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 ? { pid, port } : undefined;
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function isOurServer(pid: number, dir: string) {
  if (!isAlive(pid)) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => null);
  // Without /proc (macOS) the number is believed: there PostgreSQL itself refuses a folder that is in use.
  return command === null || command.split("\0").includes(dir);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const taken = probe.address();
      probe.close(() => (taken && typeof taken === "object" ? resolve(taken.port) : reject(new Error("no port"))));
    });
  });
}
