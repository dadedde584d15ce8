import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { asSuperuser, killOrphans, removeFolders, startApp } from "../app-server";
import { removeLeftBehind, temporaryFolder } from "./temporary";

/**
 * What makes a copy of the folder smaller and its commits faster. No test cuts the power: what PostgreSQL has written
 * is the kernel's, and is there after `kill -9`, whether or not it was forced to the disk.
 */
export const cheaper = [
  ...["fsync = off", "full_page_writes = off", "wal_recycle = off", "wal_init_zero = off", "min_wal_size = '32MB'"],
  // Processes that would be started for nothing.
  ...["io_method = 'sync'", "max_logical_replication_workers = 0"],
];

/** PostgreSQL's log is a file of 16 MB with a few pages in it: with holes for the rest a copy is small. */
async function digHoles(folder: string): Promise<void> {
  const pageSize = 8192;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!/^[0-9A-F]{24}$/.test(name)) continue;
    const bytes = await readFile(path);
    const { uid, gid, mode } = await stat(path);
    await rm(path);
    const file = await open(path, "w", mode & 0o777);
    await file.chown(uid, gid);
    await file.truncate(bytes.length);
    for (let at = 0; at < bytes.length; at += pageSize) {
      const page = bytes.subarray(at, at + pageSize);
      if (page.some((byte) => byte !== 0)) await file.write(page, 0, page.length, at);
    }
    await file.close();
  }
}

/**
 * Once for a run: the data folder of a program that was started for the first time and stopped in good order. Most test
 * files begin with a copy of it (see `startApp`), which costs a tenth of a first start. Each copy makes its own
 * secrets, except PostgreSQL's passwords. Beside it is Node's compile cache. The programs that
 * workers shared end with the run.
 */
export default async function prepareFolder(): Promise<() => Promise<void>> {
  removeLeftBehind();
  const folder = await temporaryFolder();
  try {
    return await prepare(folder);
  } catch (error) {
    await removeFolders();
    // No process has the id 0: only its PostgreSQL is left.
    await killOrphans(0, join(folder, "data"));
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function prepare(folder: string): Promise<() => Promise<void>> {
  // A worker that reads the program's own code makes its secrets there, and not in the checkout's `data`.
  process.env.DATA_DIR ??= join(folder, "of-workers");
  const dataDir = join(folder, "data");
  process.env.COMPILED_FOLDER = join(folder, "compiled");
  const program = await startApp({ DATA_DIR: dataDir });
  for (const setting of cheaper) await asSuperuser(program, `alter system set ${setting}`);
  await asSuperuser(program, "select pg_reload_conf()");
  const status = await program.stop();
  if (status !== 0) throw new Error(`The program ended with ${status}:\n${program.output()}`);
  for (const own of ["secret", "mail-webhook-secret", "functions-key", "postgres.log"]) await rm(join(dataDir, own));
  await digHoles(join(dataDir, "postgres", "pg_wal"));
  process.env.PREPARED_FOLDER = dataDir;
  const shared = join(folder, "shared");
  process.env.SHARED_FOLDER = shared;
  await mkdir(shared);
  return async () => {
    for (const pid of await readdir(shared)) await killOrphans(Number(pid), await readFile(join(shared, pid), "utf8"));
    await rm(folder, { recursive: true, force: true });
  };
}
