import { existsSync, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { config } from "~/config.server";
import { checkReach, findBinaries, StartError } from "~/db/embedded/binaries.server";
import { listen } from "./listen";

/**
 * Throws a StartError for a folder or port that would end a command later: a refused start leaves no folder, no secret
 * and no database. Invalid settings end it when `config.server.ts` is loaded.
 */
export async function checkBeforeStart(command: string): Promise<void> {
  if (config.embedded || command === "start" || command === "restore") checkFolders();
  if (config.embedded) checkReach(config.dataDir, await findBinaries());
  if (command === "start") await checkPort();
}

/** Written by this process; PostgreSQL's folder may belong to another user. */
const written = ["", "documents", "outbox", "spool"];

function checkFolders(): void {
  for (const name of written) {
    const folder = join(config.dataDir, name);
    const found = firstFound(folder);
    if (!statSync(found).isDirectory())
      throw new StartError(`${found} is a file, not a folder. Set DATA_DIR to a folder.`);
    try {
      // Permissions are not enough: root has all of them even on a read-only file system.
      rmdirSync(mkdtempSync(join(found, ".lucaya-")));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
      throw new StartError(`The folder ${folder} can't be written${code}. Set DATA_DIR to one that can.`);
    }
  }
}

/** The folder, or its nearest existing parent. */
function firstFound(folder: string): string {
  return existsSync(folder) ? folder : firstFound(dirname(folder));
}

/** Another process may still take the port before `serve` listens. */
async function checkPort(): Promise<void> {
  // If the server already runs on this folder, that is the message, not that the port is taken.
  if (existsSync(join(config.dataDir, "postgres", "postmaster.pid"))) return;
  const probe = createServer();
  await listen(probe, config);
  await new Promise((closed) => probe.close(closed));
}
