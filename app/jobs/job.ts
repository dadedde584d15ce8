import type { z } from "zod";

/** Exponential backoff of retries, from `firstWait` to `maxWait` seconds. */
type RetryPolicy = { retries: number; firstWait: number; maxWait: number };

/** The name is stored, and two releases may read the same queue, so a name must never change its meaning. */
export type Job<Data extends object> = {
  name: string;
  /** Parsed like other input: an older release may have written it. */
  data: z.ZodType<Data>;
  retry: RetryPolicy;
  /** Seconds; a longer run counts as failed, and so does one whose process was killed. */
  timeout: number;
  /** Parallel runs in one process; by default 1. */
  concurrency?: number;
  /** Seconds that a finished run's data stay in the queue, plus or minus ten minutes; by default a week. */
  retention?: number;
  /** A cron expression in Nassau's time. Each occurrence runs once, however many instances there are. */
  schedule?: string;
};

/** `last`: this is the last try. `signal` aborts on a timeout or when the process stops. */
export type JobRun = { attempt: number; last: boolean; signal: AbortSignal };

export type JobHandler<Data extends object> = (data: Data, run: JobRun) => Promise<void>;

export function defineJob<Data extends object>(job: Job<Data>): Job<Data> {
  return job;
}
