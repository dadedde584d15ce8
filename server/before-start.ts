import { existsSync, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { config } from "~/config.server";
import { checkReach, findBinaries, StartError } from "~/db/embedded/binaries.server";
import { listen } from "./listen";

/**
 * Throws a StartError for a folder or a port that would end a command later, before anything is made: a refused start
 * leaves no folder, no secret and no database (F-DESK-14). Malformed settings end it when `config.server.ts` is loaded.
 */
export async function checkBeforeStart(command: string): Promise<void> {
  if (config.embedded || command === "start" || command === "restore") checkFolders();
  if (config.embedded) checkReach(config.dataDir, await findBinaries());
  if (command === "start") await checkPort();
}

/** Folders in DATA_DIR that this process writes to; that of PostgreSQL may be another user's. */
const written = ["", "documents", "outbox", "spool"];

function checkFolders(): void {
  for (const name of written) {
    const folder = join(config.dataDir, name);
    const found = firstFound(folder);
    if (!statSync(found).isDirectory())
      throw new StartError(`${found} is a file, not a folder. Set DATA_DIR to a folder.`);
    try {
      // Rights alone do not tell: root has all of them also where the file system lets nobody write.
      rmdirSync(mkdtempSync(join(found, ".lucaya-")));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
      throw new StartError(`The folder ${folder} can't be written${code}. Set DATA_DIR to one that can.`);
    }
  }
}

/** The folder itself, or the first one above it that is there. */
function firstFound(folder: string): string {
  return existsSync(folder) ? folder : firstFound(dirname(folder));
}

/** Listens on the port and lets it go; another program may still take it before `serve` listens. */
async function checkPort(): Promise<void> {
  // Where the program runs on this folder already, that is what it has to say, not that its port is taken.
  if (existsSync(join(config.dataDir, "postgres", "postmaster.pid"))) return;
  const probe = createServer();
  await listen(probe, config);
  await new Promise((closed) => probe.close(closed));
}
