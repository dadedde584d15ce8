import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";

/**
 * Where the directories of a run are: in memory if there is room, because copying the prepared one costs a fifth there.
 * TMPDIR overrides it.
 */
const parentFolder = (): string => (!process.env.TMPDIR && hasRoom(memory) ? memory : tmpdir());

/** About 50 MB for each app that runs at the same time, and documents. */
function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 3 * 1024 ** 3;
  } catch {
    return false;
  }
}

/**
 * Creates an empty directory that PostgreSQL's user can enter, also when the tests run as root. The caller removes it.
 */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(parentFolder(), `lucaya-test-${process.pid}-`));
  await chmod(folder, 0o755);
  return folder;
}

/** Removes what aborted runs have left in memory, except directories whose PostgreSQL still runs. */
export function removeLeftBehind(): void {
  if (!existsSync(memory)) return;
  for (const name of readdirSync(memory)) {
    const pid = /^lucaya-test-(\d+)-/.exec(name)?.[1];
    const folder = join(memory, name);
    if (!pid || existsSync(`/proc/${pid}`)) continue;
    try {
      if (mayRemove(folder) && !isServed(folder)) removeWhole(folder);
    } catch {
      // Another run that begins just now removes it, or its disk is busy: the next run finds what is left.
    }
  }
}

/** Other users' runs use it too: only root can remove theirs. */
const mayRemove = (folder: string): boolean => [0, statSync(folder).uid].includes(process.getuid?.() ?? 0);

/** The small disk of a killed test (`storage.test.ts`) may still be mounted inside, which prevents the removal. */
function removeWhole(folder: string): void {
  const mounted = readFileSync("/proc/mounts", "utf8").split("\n");
  const disks = mounted.flatMap((line) => line.split(" ")[1] ?? []).filter((path) => path.startsWith(`${folder}/`));
  for (const disk of disks) execFileSync("umount", [disk]);
  rmSync(folder, { recursive: true, force: true });
}

function isServed(folder: string): boolean {
  const files = [folder, join(folder, "data")].map((data) => join(data, "postgres", "postmaster.pid"));
  return files.some((file) => existsSync(file) && existsSync(`/proc/${readFileSync(file, "utf8").split("\n")[0]}`));
}
