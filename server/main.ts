import { config, prepareSecrets } from "~/config.server";
import { rememberDatabaseUrl } from "~/db/database-url.server";
import { StartError } from "~/db/embedded/binaries.server";
import { type Embedded, startPostgres } from "~/db/embedded/embedded.server";
import { requireOwnRole } from "~/db/embedded/role.server";
import { isDatabaseUnavailable, sqlState } from "~/db/failure.server";
import { checkBeforeStart } from "./before-start";
import type { Signals } from "./signals";

const noDatabase: Embedded = { url: "", stop: async () => {} };

/** Starts the embedded PostgreSQL unless DATABASE_URL is set. Import modules that need it afterwards. */
async function openDatabase(command: string, mode: "own" | "share"): Promise<Embedded> {
  if (!config.embedded) {
    // A backup is allowed: it is the way out of a database whose role is refused.
    if (command !== "backup") await requireOwnRole();
    return noDatabase;
  }
  const server = await startPostgres(config.dataDir, mode);
  rememberDatabaseUrl(server.url);
  return server;
}

async function prepared(command: string): Promise<void> {
  await checkBeforeStart(command);
  prepareSecrets();
}

/** Runs one command; by default `start`. On failure it prints the error and exits 1. */
export async function run(args: string[], dev?: import("vite").ViteDevServer): Promise<void> {
  const [command = "start", ...rest] = args;
  if (command === "keys" && rest[0] === "new") {
    const { newKeyCommand } = await import("./keys-command");
    process.exitCode = newKeyCommand(rest[1]);
    return;
  }
  const started = command === "start" ? printStarting() : undefined;
  const alone = command === "start" || command === "restore" || (command === "db" && rest[0] === "reset");
  const opening = prepared(command).then(() => openDatabase(command, alone ? "own" : "share"));
  const signals = endOnSignals(opening, command === "start" ? 0 : 1);
  try {
    const server = await opening;
    if (needsKeys(command, rest)) await (await import("~/encryption/require-keys.server")).requireKeys();
    if (started) {
      const { serve } = await import("./serve");
      await serve(server, signals, started, dev);
      return;
    }
    try {
      process.exitCode = await runCommand(command, rest);
    } finally {
      const { pool } = await import("~/db/client.server");
      await pool.end();
      await server.stop();
    }
  } catch (error) {
    if (signals.ending()) return;
    const server = await opening.catch(() => undefined);
    await server?.stop();
    console.error(toSingleLine(error) ?? error);
    process.exit(1);
  }
}

/**
 * Whether it reads or writes encrypted data. A backup copies them as they are, a restore asks for the keys of its
 * backup, and `db reset` is the way out after a key is lost.
 */
function needsKeys(command: string, [part]: string[]): boolean {
  return ["start", "admin", "keys"].includes(command) || (command === "db" && part !== "reset");
}

/** Until the server listens, and in commands, SIGINT and SIGTERM stop PostgreSQL and exit with `status`. */
function endOnSignals(opening: Promise<Embedded>, status: number): Signals {
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await opening.then((server) => server.stop()).catch(() => undefined);
    process.exit(status);
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  const release = () => {
    process.off("SIGINT", end);
    process.off("SIGTERM", end);
  };
  return { ending: () => ending, release };
}

/** One line for failures that the operator can fix (settings, port, database). */
function toSingleLine(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  const state = sqlState(error) ?? "";
  if (!config.embedded && state === "42501")
    return "The role in DATABASE_URL does not own the objects in its database (42501). See docs/DEPLOYMENT.md for how to give it its own database.";
  if (config.embedded || !(isDatabaseUnavailable(error) || /^(28|3D)/.test(state))) return undefined;
  return `Can't connect to the database in DATABASE_URL${state ? ` (${state})` : ""}. Is it running, and is the address right?`;
}

async function runCommand(command: string, args: string[]): Promise<number> {
  if (command === "db") {
    const { databaseCommand } = await import("./database-command");
    return databaseCommand(args);
  }
  if (command === "admin") {
    const { prepareDatabase } = await import("./prepare");
    const { adminCommand } = await import("~/accounts/admins/command.server");
    await prepareDatabase();
    return adminCommand(args);
  }
  if (command === "keys") return (await import("./keys-command")).keysCommand(args);
  if (command === "backup") return (await import("./backup/backup")).backupCommand(args);
  if (command === "restore") return (await import("./backup/restore")).restoreCommand(args);
  console.error(`There is no command '${command}'. Commands: start, db, admin, keys, backup, restore.`);
  return 2;
}

// In development Vite loads this module and calls `run` itself.
if (import.meta.env.PROD) await run(process.argv.slice(2));

/** Prints progress, and the time since the process began. `scripts/run.mjs` prints the steps before. */
function printStarting(): () => void {
  console.log("Starting…");
  const alive = setInterval(() => console.log(`Starting: ${Math.round(performance.now() / 1_000)} s…`), 4_000);
  alive.unref();
  return () => {
    clearInterval(alive);
    console.log(`Started in ${(performance.now() / 1_000).toFixed(1)} s`);
  };
}
