import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { endStarted } from "../after-file";
import { asSuperuser, killOrphans, startApp } from "../app-server";
import { removeLeftBehind, temporaryFolder } from "./temporary";

/**
 * Settings for smaller copies and faster commits. No test cuts the power: what PostgreSQL has written is in the kernel,
 * and survives `kill -9` without fsync.
 */
export const cheaper = [
  ...["fsync = off", "full_page_writes = off", "wal_recycle = off", "wal_init_zero = off", "min_wal_size = '32MB'"],
  // Processes that tests don't need.
  ...["io_method = 'sync'", "max_logical_replication_workers = 0"],
];

/** WAL is a file of 16 MB with few used pages: sparse files make copies small. */
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
    for (let index = 0; index < bytes.length; index += pageSize) {
      const page = bytes.subarray(index, index + pageSize);
      if (page.some((byte) => byte !== 0)) await file.write(page, 0, page.length, index);
    }
    await file.close();
  }
}

/**
 * Once per run: prepares the data directory of an app that was started once and stopped cleanly. Most test files copy
 * it (see `startApp`), which costs a tenth of a first start. Each copy creates its own secrets, except PostgreSQL's
 * passwords. Also contains Node's compile cache. Apps that still run end with the run.
 */
export default async function prepareFolder(): Promise<() => Promise<void>> {
  removeLeftBehind();
  const folder = await temporaryFolder();
  try {
    return await prepare(folder);
  } catch (error) {
    await endStarted();
    // There is no pid 0: only its PostgreSQL is left.
    await killOrphans(0, join(folder, "data"));
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function prepare(folder: string): Promise<() => Promise<void>> {
  // A worker that imports the app's code creates secrets there, and not in the checkout's `data`.
  process.env.DATA_DIR ??= join(folder, "of-workers");
  const dataDir = join(folder, "data");
  process.env.COMPILED_FOLDER = join(folder, "compiled");
  const app = await startApp({ DATA_DIR: dataDir });
  for (const setting of cheaper) await asSuperuser(app, `alter system set ${setting}`);
  await asSuperuser(app, "select pg_reload_conf()");
  // As after the first sign-in; tests expect staff by email.
  await app.query("update admin_users set name = email");
  const status = await app.stop();
  if (status !== 0) throw new Error(`The program ended with ${status}:\n${app.output()}`);
  for (const own of ["secret", "mail-webhook-secret", "functions-key", "postgres.log"]) await rm(join(dataDir, own));
  await digHoles(join(dataDir, "postgres", "pg_wal"));
  process.env.PREPARED_FOLDER = dataDir;
  const running = join(folder, "running");
  process.env.RUNNING_FOLDER = running;
  await mkdir(running);
  return async () => {
    for (const pid of await readdir(running))
      await killOrphans(Number(pid), await readFile(join(running, pid), "utf8"));
    await rm(folder, { recursive: true, force: true });
  };
}
