import { availableParallelism, freemem } from "node:os";

/**
 * Test files run at the same time, each with an app, its PostgreSQL and a browser: half of the machine's cores, two to
 * eight, limited by 2 GB of memory each. `WORKERS` overrides it.
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
