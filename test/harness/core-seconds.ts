import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { resultsFolder } from "./run-report.ts";

/** What programs took that outlived the worker that started them: nobody waits for those, who could ask the system. */
const orphans = join(resultsFolder, "orphans.txt");

type Spent = { pid: number; parent: number; own: number; ended: number };

/** Processor seconds of a process, and of those of its children that have ended; none where there is no `/proc`. */
function spentBy(pid: number | "self"): Spent | undefined {
  try {
    // After the name, which may hold spaces, come the state and numbers; the system counts in hundredths of a second.
    const words = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) \S /s, "")
      .split(" ");
    const [parent = 0, ...others] = words.map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = others.slice(9, 13);
    return { pid: Number(pid), parent, own: (user + system) / 100, ended: (endedUser + endedSystem) / 100 };
  } catch {
    return undefined;
  }
}

/** Notes what a process, and each child that it still has, took, before the run ends it. */
export function noteOrphan(pid: number, withChildren = false): void {
  const running = withChildren && existsSync("/proc") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  const children = running.map((child) => spentBy(Number(child))).filter((child) => child?.parent === pid);
  const seconds = [spentBy(pid), ...children].map((spent) => (spent ? spent.own + spent.ended : 0));
  mkdirSync(resultsFolder, { recursive: true });
  appendFileSync(orphans, `${sum(seconds)}\n`);
}

export const forgetOrphans = (): void => rmSync(orphans, { force: true });

/** Processor seconds of this command and of all that it has started. */
export function coreSeconds(): number {
  const { own = 0, ended = 0 } = spentBy("self") ?? {};
  const noted = existsSync(orphans) ? readFileSync(orphans, "utf8").trim().split("\n").map(Number) : [];
  return sum([own, ended, ...noted]);
}

const sum = (seconds: number[]) => seconds.reduce((all, one) => all + one, 0);
