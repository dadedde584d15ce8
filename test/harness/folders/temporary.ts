import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";

/**
 * Where the folders of a run lie: in memory where there is enough of it, because a copy of the prepared folder costs a
 * fifth there. TMPDIR names another place.
 */
const place = (): string => (!process.env.TMPDIR && hasRoom(memory) ? memory : tmpdir());

/** Room for the folders of a run: about 50 MB for each program that runs at the same time, and documents. */
function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 3 * 1024 ** 3;
  } catch {
    return false;
  }
}

/** Makes an empty folder that PostgreSQL's user can enter, also when the tests run as root. The caller removes it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(place(), `lucaya-test-${process.pid}-`));
  await chmod(folder, 0o755);
  return folder;
}

/** Removes what runs that were interrupted have left in memory; a folder whose PostgreSQL still runs stays. */
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

/** Another user's runs leave theirs there, too: only root can remove them. */
const mayRemove = (folder: string): boolean => [0, statSync(folder).uid].includes(process.getuid?.() ?? 0);

/** The small disk of a test that was killed (`storage.test.ts`) is still mounted in its folder, which can't go then. */
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
