import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asSuperuser, endLeftBehind, startProgram } from "./program";

/**
 * What makes a copy of the folder smaller and its commits faster. No test cuts the power: what PostgreSQL has written
 * is the kernel's, and is there after `kill -9`, whether or not it was forced to the disk.
 */
const cheaper = ["fsync = off", "wal_recycle = off", "wal_init_zero = off", "min_wal_size = '32MB'"];

/**
 * Once for a run: the data folder of a program that was started for the first time and stopped in good order. Most test
 * files begin with a copy of it (see `startProgram`), which costs a tenth of a first start. Each copy makes its own
 * secrets, except PostgreSQL's passwords. Beside it is Node's compile cache. The programs that
 * workers shared end with the run.
 */
export default async function prepareFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "lucaya-prepared-"));
  await chmod(folder, 0o755);
  const dataDir = join(folder, "data");
  process.env.COMPILED_FOLDER = join(folder, "compiled");
  const program = await startProgram({ DATA_DIR: dataDir });
  for (const setting of cheaper) await asSuperuser(program, `alter system set ${setting}`);
  await asSuperuser(program, "select pg_reload_conf()");
  const status = await program.stop();
  if (status !== 0) throw new Error(`The program ended with ${status}:\n${program.output()}`);
  for (const own of ["secret", "mail-webhook-secret", "functions-key", "postgres.log"]) await rm(join(dataDir, own));
  process.env.PREPARED_FOLDER = dataDir;
  const shared = join(folder, "shared");
  process.env.SHARED_FOLDER = shared;
  await mkdir(shared);
  return async () => {
    for (const pid of await readdir(shared))
      await endLeftBehind(Number(pid), await readFile(join(shared, pid), "utf8"));
    await rm(folder, { recursive: true, force: true });
  };
}
