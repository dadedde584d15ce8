import { availableParallelism, freemem } from "node:os";

/**
 * How many test files run at the same time, each with a program, its PostgreSQL and a browser: half of the machine's
 * cores, two to eight, and no more than there is memory for, which is 2 GB each. `WORKERS` sets it.
 */
export function workers(
  wanted = process.env.WORKERS,
  machine: { cores: number; free: number } = { cores: availableParallelism(), free: freemem() },
): number {
  if (wanted) {
    if (!/^[1-9]\d?$/.test(wanted)) throw new Error(`WORKERS is a number from 1 to 99, not '${wanted}'`);
    return Number(wanted);
  }
  const byCores = Math.min(8, Math.max(2, Math.floor(machine.cores / 2)));
  return Math.max(1, Math.min(byCores, Math.floor(machine.free / (2 * 1024 ** 3))));
}
