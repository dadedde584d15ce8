import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { afterFile } from "./after-file.ts";
import { noteOrphan } from "./core-seconds.ts";
import { temporaryFolder } from "./folders/temporary.ts";

export type AppServer = {
  url: string;
  dataDir: string;
  /** Its output so far. */
  output: () => string;
  /** The text of `/metrics`. */
  metrics: () => Promise<string>;
  /** Queries its database; a `name` makes it a prepared statement. */
  query: <Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
    name?: string,
  ) => Promise<Row[]>;
  child: ChildProcess;
  /** Sends SIGTERM and waits; returns the exit status. */
  stop: () => Promise<number | null>;
  /** SIGKILL: the app is gone, its PostgreSQL keeps running. */
  kill: () => Promise<void>;
};
export type Queried = Pick<AppServer, "query">;

export const admin = { email: "desk@lucaya.example", password: "a tide that comes in" };
export const metricsToken = "a token of the tests' own";

/** A new directory that PostgreSQL's user can enter when the tests run as root. Removed after the file. */
export async function emptyDataDir(): Promise<string> {
  const folder = await temporaryFolder();
  afterFile(async () => {
    // A killed app leaves its own running.
    await endPostgres(folder);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/**
 * Settings that don't change the result of a first start: only with these may an app use a copy of the prepared
 * directory.
 */
const withoutTrace = new Set([
  ...["TRUST_PROXY", "SAMPLE_DATA", "PUBLIC_URL", "HOST", "PORT", "TZ", "LOG_LEVEL", "NODE_OPTIONS"],
  ...["REPLY_ADDRESS", "IMAP_URL", "INBOUND_WEBHOOK_SECRET", "INBOUND_AUTHSERV"],
  ...["SMTP_URL", "MAIL_FROM", "CLAMAV_URL", "METRICS_TOKEN", "FUNCTIONS_KEY", "PUBLIC_CLIENT_TOKEN"],
  ...["GOOGLE_BUSINESS_LOCATION", "GOOGLE_BUSINESS_CLIENT_ID", "GOOGLE_BUSINESS_CLIENT_SECRET"],
  ...["GOOGLE_BUSINESS_REFRESH_TOKEN", "GOOGLE_BUSINESS_API_URL", "GOOGLE_BUSINESS_TOKEN_URL"],
]);

const folderFor = (env: Record<string, string>) =>
  Object.keys(env).every((name) => withoutTrace.has(name)) ? preparedDataDir() : emptyDataDir();

/** A directory on which an app was started before; an empty one if no run has prepared any. */
export async function preparedDataDir(): Promise<string> {
  const folder = await emptyDataDir();
  const prepared = process.env.PREPARED_FOLDER;
  if (prepared) await promisify(execFile)("cp", ["-a", `${prepared}/.`, folder]);
  return folder;
}

/** Kills an app of an earlier process and its PostgreSQL, and removes its directory. */
export async function killOrphans(pid: number, dataDir: string): Promise<void> {
  if (isAlive(pid) && wasStartedWith(pid, "build/server/index.js")) {
    noteOrphan(pid);
    process.kill(pid, "SIGKILL");
  }
  await endPostgres(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}

/** Process ids are reused: check the command line too. */
function wasStartedWith(pid: number, text: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
  } catch {
    return process.platform !== "linux";
  }
}

async function endPostgres(dataDir: string) {
  const server = existsSync(join(dataDir, "postgres", "postmaster.pid")) ? postgresProcess(dataDir) : 0;
  if (!isAlive(server) || !wasStartedWith(server, dataDir)) return;
  noteOrphan(server, true);
  process.kill(server, "SIGQUIT");
  while (isAlive(server)) await pause(20);
}

/**
 * Starts the built app on a free port and waits until it responds. Rejects with its output if it exits. It is killed
 * after the file. It has its own directory, prepared by an earlier start if nothing in `env` affects a first start;
 * with `DATA_DIR: await emptyDataDir()` it is always a first start.
 */
export async function startApp(env: Record<string, string> = {}): Promise<AppServer> {
  const dataDir = env.DATA_DIR ?? (await folderFor(env));
  const PORT = env.PORT ?? (env.PUBLIC_URL ? String(await freePort()) : "0");
  const child = spawnApp({
    DATA_DIR: dataDir,
    SAMPLE_DATA: "no",
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    METRICS_TOKEN: metricsToken,
    ...env,
    PORT,
  });
  noteForTheEnd(child, dataDir);
  let output = "";
  let limit: NodeJS.Timeout | undefined;
  const url = await new Promise<string>((resolve, reject) => {
    // At the top level of a file no limit of Vitest applies.
    limit = setTimeout(() => reject(new Error(`The program has not started in four minutes:\n${output}`)), 240_000);
    const read = (chunk: Buffer) => {
      output += chunk;
      const match = /answers on \S+?(?::(\d+))?\s/.exec(output);
      // It logs its public URL, which may be a proxy's.
      if (match) resolve(`http://localhost:${(!env.PUBLIC_URL && match[1]) || PORT}`);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`The program ended with ${code}:\n${output}`)));
  }).finally(() => clearTimeout(limit));
  // Lets tests rewrite the append-only record.
  const options = "-c lucaya.record=sweep";
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL ?? embeddedUrl(dataDir), max: 2, options });
  pool.on("error", () => undefined);
  const endPool = async () => {
    // `end()` drops queries that wait for a connection, and their promises never settle.
    while (pool.waitingCount > 0) await pause(5);
    await pool.end();
  };
  // Use "close", because output may follow "exit".
  const ended = once(child, "close");
  return {
    url,
    dataDir,
    child,
    output: () => output,
    metrics: async () =>
      (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text(),
    query: async (text, values, name) =>
      (await (name ? pool.query({ text, values: values ?? [], name }) : pool.query(text, values))).rows,
    async stop() {
      await endPool();
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
      await endPool();
    },
  };
}

/** The run kills what a file leaves: a shared app, or an app of a worker's last file whose top level failed. */
function noteForTheEnd(child: ChildProcess, dataDir: string): void {
  const folder = process.env.RUNNING_FOLDER;
  if (!folder) return;
  const note = join(folder, String(child.pid));
  writeFileSync(note, dataDir);
  afterFile(() => rm(note));
}

/** Runs the built app as a process, without this process's settings. */
export function spawnApp(env: Record<string, string>, args = ["start"]): ChildProcess {
  const child = spawn("node_modules/.bin/node", ["--max-semi-space-size=32", "build/server/index.js", ...args], {
    env: { ...cleanEnv(), PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "info", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return endedAfterFile(child);
}

/** Kills a process after the test file, if it still runs. */
export function endedAfterFile(child: ChildProcess): ChildProcess {
  afterFile(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  });
  return child;
}

/** The environment of an app, with the shifted clock of `npm run test:clock`. */
export function cleanEnv(): Record<string, string> {
  const { PATH = "", HOME = "", COMPILED_FOLDER = "", ...otherVars } = process.env;
  const clock = Object.entries(otherVars).flatMap(([name, value = ""]) =>
    /^(LD_PRELOAD|FAKE|NO_FAKE)/.test(name) ? [[name, value] as const] : [],
  );
  return { PATH, HOME, NODE_COMPILE_CACHE: COMPILED_FOLDER, ...Object.fromEntries(clock) };
}

/**
 * A free port, for servers that can't be given port 0. Below the ephemeral range, in which a connection could take it
 * meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000);
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("listening", () => resolve(true)).once("error", () => resolve(false));
    });
    if (!isFree) continue;
    await new Promise((closed) => probe.close(closed));
    return port;
  }
}

/** Runs a command of the app, or a start that exits by itself: its status and output. */
export async function runApp(env: Record<string, string>, args = ["start"]): Promise<Ended> {
  const child = spawnApp(env, args);
  const words = { out: "", err: "" };
  child.stdout?.on("data", (chunk: Buffer) => {
    words.out += chunk;
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    words.err += chunk;
  });
  const [status] = await once(child, "close");
  return { status, ...words };
}
export type Ended = { status: number | null; out: string; err: string };

/** The only stderr line of a start that exits; throws if there are more. */
export function lineOf({ err }: Ended): string {
  const [line = "", ...more] = err.trim().split("\n");
  if (more.length > 0) throw new Error(`More than one line:\n${err}`);
  return line;
}

const pidFile = (dataDir: string) => readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n");

/** The pid of the embedded server of a directory, while it runs. */
export const postgresProcess = (dataDir: string): number => Number(pidFile(dataDir)[0]);

/** Whether a process runs; a zombie doesn't. */
export function isAlive(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    if (process.platform !== "linux") return process.kill(pid, 0);
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** The URL of the embedded server of a directory, while it runs, with the app's own role. */
export const embeddedUrl = (dataDir: string): string => urlOf(dataDir, "lucaya", "postgres-password");

/** The same as the superuser, which the app uses only at its first start. */
export const superuserUrl = (dataDir: string): string => urlOf(dataDir, "postgres", "postgres-superuser-password");

function urlOf(dataDir: string, user: string, passwordFile: string) {
  const port = pidFile(dataDir)[3];
  const password = readFileSync(join(dataDir, passwordFile), "utf8").trim();
  return `postgres://${user}:${password}@127.0.0.1:${port}/lucaya`;
}

/** Creates an empty database on an app's server, with the grants of `deploy/database.sql`; returns its URL. */
export async function freshDatabase(host: AppServer, name: string): Promise<string> {
  // An earlier file may have left a database of this name.
  await asSuperuser(host, `drop database if exists ${name} with (force)`);
  await asSuperuser(host, `create database ${name}`);
  const url = embeddedUrl(host.dataDir).replace(/lucaya$/, name);
  await asSuperuser(host, `alter schema public owner to lucaya; grant create on database ${name} to lucaya`, name);
  return url;
}

/** Runs SQL as the superuser of an app's server. */
export async function asSuperuser(host: AppServer, text: string, database = "lucaya"): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: superuserUrl(host.dataDir).replace(/lucaya$/, database) });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
