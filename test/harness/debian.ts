import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * The path of a program of one of Debian's packages, which is installed where it is missing. Throws, saying what to
 * install, where that can't be done: a test that needs it is never passed over.
 */
export function debianProgram(path: string, name: string): string {
  if (existsSync(path)) return path;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const parameters of [["update"], ["install", "-y", "--no-install-recommends", name]])
    spawnSync("apt-get", parameters, { env, stdio: "ignore" });
  if (!existsSync(path)) throw new Error(`This test needs ${path}. Install it: apt-get install ${name}`);
  return path;
}
