import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endLeftBehind, startProgram } from "./program";

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
