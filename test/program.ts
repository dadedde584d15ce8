import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

export type Program = {
  url: string;
  dataDir: string;
  /** Everything it has printed so far. */
  output: () => string;
  /** A query on its database. */
  query: <Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  child: ChildProcess;
  /** SIGTERM, and waits for its end; the exit status. */
  stop: () => Promise<number | null>;
  /** SIGKILL: the program is gone, its PostgreSQL stays behind. */
  kill: () => Promise<void>;
};

export const admin = { email: "desk@lucaya.example", password: "a tide that comes in" };
const folders: string[] = [];

/** A fresh folder that PostgreSQL's user can enter, when the tests run as root. Removed by `removeFolders`. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lucaya-test-"));
  await chmod(folder, 0o755);
  folders.push(folder);
  return folder;
}

export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

/** Starts the built program on a free port and waits until it answers. Rejects with its output when it ends instead. */
export async function startProgram(env: Record<string, string> = {}): Promise<Program> {
  const dataDir = env.DATA_DIR ?? (await freshFolder());
  const child = spawnProgram({
    DATA_DIR: dataDir,
    SAMPLE_DATA: "no",
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...env,
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const port = /answers on \S*?:(\d+)\b/.exec(output)?.[1];
      if (port) resolve(`http://localhost:${port}`);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`The program ended with ${code}:\n${output}`)));
  });
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL ?? embeddedUrl(dataDir), max: 2 });
  pool.on("error", () => undefined);
  const ended = once(child, "exit");
  return {
    url,
    dataDir,
    child,
    output: () => output,
    query: async (text, values) => (await pool.query(text, values)).rows,
    async stop() {
      await pool.end();
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
    async kill() {
      await pool.end();
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** The built program as a process, with nothing of this process's settings. */
export function spawnProgram(env: Record<string, string>, args = ["start"]): ChildProcess {
  const { PATH = "", HOME = "" } = process.env;
  return spawn("node_modules/.bin/node", ["build/server/index.js", ...args], {
    env: { PATH, HOME, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "info", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The address of the embedded server on a folder, while it runs. */
export function embeddedUrl(dataDir: string): string {
  const port = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[3];
  const password = readFileSync(join(dataDir, "postgres-password"), "utf8").trim();
  return `postgres://lucaya:${password}@127.0.0.1:${port}/lucaya`;
}
