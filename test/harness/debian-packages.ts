import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { beforeEach } from "vitest";

/** A program of one of Debian's packages: its path, and the package that it is in. */
export type DebianPackage = { path: string; name: string };
export const nginxProgram: DebianPackage = { path: "/usr/sbin/nginx", name: "nginx-light" };
/** The whole browser: the headless shell has no back/forward cache. */
export const chromiumProgram: DebianPackage = { path: "/usr/bin/chromium", name: "chromium" };
export const clamdProgram: DebianPackage = { path: "/usr/sbin/clamd", name: "clamav-daemon" };

/** Installs it where it is missing and this user may; whether it is there. */
function isThere({ path, name }: DebianPackage): boolean {
  if (existsSync(path)) return true;
  if (process.getuid?.() !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // The other worker may be installing something: each waits for the other, and no network ends it.
  const patient = ["-o", "DPkg::Lock::Timeout=120"];
  for (const parameters of [["update"], ["install", "-y", "--no-install-recommends", name]])
    spawnSync("apt-get", [...patient, ...parameters], { env, stdio: "ignore", timeout: 180_000 });
  return existsSync(path);
}

/** Its path. Throws, saying what to install, where it is missing and can't be installed. */
export function debianProgram(program: DebianPackage): string {
  if (isThere(program)) return program.path;
  throw new Error(`${program.path} is missing. Install it: apt-get install ${program.name}`);
}

/**
 * Called at the top of a file or a `describe`: where the program can't be had, its tests are skipped, and say why. True
 * when it is there: `beforeAll` runs for skipped tests as well.
 */
export function needsDebian(program: DebianPackage): boolean {
  const there = isThere(program);
  beforeEach(({ skip }) => skip(!there, `needs ${program.path}: apt-get install ${program.name}, as root`));
  return there;
}
