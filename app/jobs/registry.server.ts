import { singleton } from "~/singleton.server";
import type { Job, JobHandler, JobRun } from "./job";

export type Registered = {
  job: Omit<Job<object>, "data">;
  run: (data: unknown, run: JobRun) => Promise<void>;
  /** Called after the last try has failed. */
  giveUp?: (data: unknown) => Promise<void>;
};

// A new handler replaces the one with the same name.
export const registered = singleton("jobs", () => new Map<string, Registered>());

/**
 * Registers a job's handler; call before `startQueue`. A handler that throws is retried. `giveUp` runs once the last
 * try has failed, also if the process was killed in it, and is itself retried until it succeeds.
 */
export function registerJob<Data extends object>(
  job: Job<Data>,
  handler: JobHandler<Data>,
  giveUp?: (data: Data) => Promise<void>,
): void {
  const { data: form, ...rest } = job;
  const entry: Registered = { job: rest, run: async (data, run) => handler(form.parse(data), run) };
  if (giveUp) entry.giveUp = async (data) => giveUp(form.parse(data));
  registered.set(job.name, entry);
}
