import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { resultsFolder } from "./run-report.ts";

/** CPU time of apps that outlive the worker that started them, and therefore have no parent that could query it. */
const orphans = join(resultsFolder, "orphans.txt");

type Spent = { pid: number; parent: number; own: number; ended: number };

/** CPU seconds of a process, and of its finished children; undefined without `/proc`. */
function spentBy(pid: number | "self"): Spent | undefined {
  try {
    // After the name, which may contain spaces: the state and numbers in hundredths of a second.
    const words = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) \S /s, "")
      .split(" ");
    const [parent = 0, ...fields] = words.map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(9, 13);
    return { pid: Number(pid), parent, own: (user + system) / 100, ended: (endedUser + endedSystem) / 100 };
  } catch {
    return undefined;
  }
}

/** Records the CPU time of a process and its running children before it is killed. */
export function noteOrphan(pid: number, withChildren = false): void {
  const running = withChildren && existsSync("/proc") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  const children = running.map((child) => spentBy(Number(child))).filter((child) => child?.parent === pid);
  const seconds = [spentBy(pid), ...children].map((spent) => (spent ? spent.own + spent.ended : 0));
  mkdirSync(resultsFolder, { recursive: true });
  appendFileSync(orphans, `${sum(seconds)}\n`);
}

export const forgetOrphans = (): void => rmSync(orphans, { force: true });

/** CPU seconds of this command and all its processes. */
export function coreSeconds(): number {
  const { own = 0, ended = 0 } = spentBy("self") ?? {};
  const noted = existsSync(orphans) ? readFileSync(orphans, "utf8").trim().split("\n").map(Number) : [];
  return sum([own, ended, ...noted]);
}

/** What the daily tests and all may take after install and build. They add up over processes, whatever else runs. */
export const coreSecondsLimits = { daily: 960, all: 3_000 };

/** `cores` is 0 where it is unknown (without `/proc`). */
export function formatDuration(seconds: number, cores: number, limit?: number): string {
  const took = `took ${seconds.toFixed(1)} s`;
  if (cores === 0) return took;
  const used = `${took}, and ${cores.toFixed(1)} core seconds`;
  if (!limit) return used;
  return cores <= limit ? `${used} of at most ${limit}` : `${used}, OVER THE LIMIT OF ${limit}: see docs/commands.md`;
}

const sum = (seconds: number[]) => seconds.reduce((all, value) => all + value, 0);
