import { existsSync, globSync } from "node:fs";

// Debian's libfaketime, loaded into every process of a test run (PostgreSQL too), shifts the clock by a fixed time: a
// start given as a moment would begin anew in each process.
const libraries = "/usr/lib/*/faketime/libfaketimeMT.so.1";

/** The moments that `--clock` knows: seconds from now. */
const clocks: Record<string, () => number> = {
  "400-days": () => 400 * 24 * 3600,
  // The 31st of December at 22:00 in Nassau, where the year is still the old one while it is the new one in UTC.
  "new-year": () => Math.round((Date.UTC(new Date().getUTCFullYear() + 1, 0, 1, 3) - Date.now()) / 1000),
};

/** What a process needs in its environment to live at another time. */
export function shiftedClock(name: string): Record<string, string> {
  const seconds = clocks[name]?.();
  const library = globSync(libraries).find((path) => existsSync(path));
  if (seconds === undefined) throw new Error(`There is no clock '${name}': ${Object.keys(clocks).join(", ")}`);
  if (!library) throw new Error("The clock is shifted by libfaketime: apt-get install libfaketime");
  return { LD_PRELOAD: library, FAKETIME: `+${seconds}s`, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}
