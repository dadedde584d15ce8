import { registered } from "~/jobs/registry.server";

/** Runs a registered job's handler directly, as the queue does. */
export async function runJob(name: string, data: unknown, signal = new AbortController().signal): Promise<void> {
  const job = registered.get(name);
  if (!job) throw new Error(`There is no job ${name}`);
  await job.run(data, { attempt: 1, last: false, signal });
}
