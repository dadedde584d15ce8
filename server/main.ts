import { config } from "~/config.server";
import { rememberDatabaseUrl } from "~/db/address.server";
import { StartError } from "~/db/binaries.server";
import { type Embedded, startPostgres } from "~/db/embedded.server";

const noDatabase: Embedded = { url: "", stop: async () => {} };

/** Starts the embedded PostgreSQL unless DATABASE_URL names another; nothing that needs it is loaded before. */
async function openDatabase(mode: "own" | "share"): Promise<Embedded> {
  if (!config.embedded) return noDatabase;
  const server = await startPostgres(config.dataDir, mode);
  rememberDatabaseUrl(server.url);
  return server;
}

/** The program: `start` serves, `db` and `admin` are the commands beside it. Exits 1 with one clear line on failure. */
export async function run(args: string[], dev?: import("vite").ViteDevServer): Promise<void> {
  const [command = "start", ...rest] = args;
  try {
    const alone = command === "start" || (command === "db" && rest[0] === "reset");
    const server = await openDatabase(alone ? "own" : "share");
    if (command === "start") {
      const { serve } = await import("./serve");
      await serve(server, dev);
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
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function runCommand(command: string, args: string[]): Promise<number> {
  if (command === "db") {
    const { databaseCommand } = await import("./database-command");
    return databaseCommand(args);
  }
  if (command === "admin") {
    const { prepareDatabase } = await import("./prepare");
    const { adminCommand } = await import("~/accounts/command.server");
    await prepareDatabase();
    return adminCommand(args);
  }
  console.error(`There is no command '${command}'. Commands: start, db, admin.`);
  return 2;
}

// In development Vite loads this module and calls `run` itself.
if (import.meta.env.PROD) await run(process.argv.slice(2));
