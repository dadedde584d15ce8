import { type ChildProcess, fork } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";

/** Runs a helper program of this folder in its own process. */
export function helper(name: "load" | "bare" | "updates" | "attackers"): ChildProcess {
  return fork(new URL(`./${name}.ts`, import.meta.url), { execArgv: ["--no-warnings"] });
}

/** Sends a helper its job, and waits for its only message. */
export function ask<Answer>(child: ChildProcess, job: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    child.once("message", (answer) => resolve(answer as Answer));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The process beside the bench ended with ${code}`)));
    child.send(job);
  });
}

export const machine = () => `${cpus().length} × ${cpus()[0]?.model ?? "?"}, load ${loadavg()[0]?.toFixed(1)}`;

const ticksPerSecond = 100;

/** CPU seconds of processes and their finished children; NaN without /proc. */
export function processorTime(pids: number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ");
      for (const index of [11, 12, 13, 14]) ticks += Number(fields[index]);
    } catch {
      return Number.NaN;
    }
  }
  return ticks / ticksPerSecond;
}

/** The PostgreSQL processes of a data directory: the main one and its children. */
export function postgresProcesses(dataDir: string): number[] {
  const main = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  try {
    const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === main);
    return [main, ...children.map(Number)];
  } catch {
    return [main];
  }
}

function parentOf(pid: string) {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ")[1],
    );
  } catch {
    return 0;
  }
}

/**
 * Megabytes of memory: `resident` counts shared memory once per process, `proportional` once in total. NaN without
 * /proc, or without permission.
 */
export function memoryOf(pids: number[]): { resident: number; proportional: number } {
  const sum = { resident: 0, proportional: 0 };
  for (const pid of pids) {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
      sum.resident += Number(/^Rss: +(\d+)/m.exec(text)?.[1]) / 1024;
      sum.proportional += Number(/^Pss: +(\d+)/m.exec(text)?.[1]) / 1024;
    } catch {
      return { resident: Number.NaN, proportional: Number.NaN };
    }
  }
  return sum;
}

export const median = (numbers: number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
