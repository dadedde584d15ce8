import { existsSync, globSync } from "node:fs";

// Debian's libfaketime, loaded into every process of a test run (PostgreSQL too), shifts the clock by a fixed offset: a
// start time would begin again in each process.
const libraries = "/usr/lib/*/faketime/libfaketimeMT.so.1";

/** Seconds from now, by `--clock` name. */
const clocks: Record<string, () => number> = {
  "400-days": () => 400 * 24 * 3600,
  // December 31 at 22:00 in Nassau: already the new year in UTC.
  "new-year": () => Math.round((Date.UTC(new Date().getUTCFullYear() + 1, 0, 1, 3) - Date.now()) / 1000),
};

export function shiftedClock(name: string): Record<string, string> {
  const seconds = clocks[name]?.();
  const library = globSync(libraries).find((path) => existsSync(path));
  if (seconds === undefined) throw new Error(`There is no clock '${name}': ${Object.keys(clocks).join(", ")}`);
  if (!library) throw new Error("The clock is shifted by libfaketime: apt-get install libfaketime");
  return { LD_PRELOAD: library, FAKETIME: `+${seconds}s`, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}
