import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { beforeEach } from "vitest";

export type DebianPackage = { path: string; name: string };
export const nginxProgram: DebianPackage = { path: "/usr/sbin/nginx", name: "nginx-light" };
/** The full browser: the headless shell has no back/forward cache. */
export const chromiumProgram: DebianPackage = { path: "/usr/bin/chromium", name: "chromium" };
export const clamdProgram: DebianPackage = { path: "/usr/sbin/clamd", name: "clamav-daemon" };
export const dovecotProgram: DebianPackage = { path: "/usr/sbin/dovecot", name: "dovecot-imapd" };

/** Installs it if it is missing and this user may; returns whether it exists. */
export function isThere({ path, name }: DebianPackage): boolean {
  if (existsSync(path)) return true;
  if (process.getuid?.() !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Another worker may be installing: wait for the lock.
  const patient = ["-o", "DPkg::Lock::Timeout=120"];
  for (const parameters of [["update"], ["install", "-y", "--no-install-recommends", name]])
    spawnSync("apt-get", [...patient, ...parameters], { env, stdio: "ignore", timeout: 180_000 });
  return existsSync(path);
}

/** The program's path. If it is missing and can't be installed, throws what to install. */
export function debianProgram(debianPackage: DebianPackage): string {
  if (isThere(debianPackage)) return debianPackage.path;
  throw new Error(`${debianPackage.path} is missing. Install it: apt-get install ${debianPackage.name}`);
}

/**
 * Call at the top of a file or a `describe`: if the program is unavailable, its tests are skipped with a reason.
 * Returns whether it is available: `beforeAll` also runs for skipped tests.
 */
export function needsDebian(debianPackage: DebianPackage): boolean {
  const isInstalled = isThere(debianPackage);
  beforeEach(({ skip }) =>
    skip(!isInstalled, `needs ${debianPackage.path}: apt-get install ${debianPackage.name}, as root`),
  );
  return isInstalled;
}
