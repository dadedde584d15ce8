import type { z } from "zod";

/** How a failed run is repeated: the wait doubles from `firstWait` up to `maxWait`, both in seconds. */
type RetryPolicy = { retries: number; firstWait: number; maxWait: number };

/**
 * One kind of work that outlives the request that causes it. Its name is stored in the database, and two releases may
 * read the same queue during an update, so a name never changes its meaning.
 */
export type Job<Data extends object> = {
  name: string;
  /** What the queue hands over is parsed like every other input: an older release may have written it. */
  data: z.ZodType<Data>;
  retry: RetryPolicy;
  /** A run that takes longer, in seconds, counts as failed; so does one whose process was killed. */
  timeout: number;
  /** How many runs go on at once in one process; 1 by default. */
  concurrency?: number;
  /** Seconds that a finished run's data stay in the queue, give or take ten minutes; a week by default. */
  retention?: number;
  /** A cron expression in Nassau's time. However many instances run, each occurrence runs once. */
  schedule?: string;
};

/** A handler's run. `last` is true at the last try; `signal` aborts when the run times out or the program stops. */
export type JobRun = { attempt: number; last: boolean; signal: AbortSignal };

export type JobHandler<Data extends object> = (data: Data, run: JobRun) => Promise<void>;

/** Declares a job; `registerJob` gives it its handler. */
export function defineJob<Data extends object>(job: Job<Data>): Job<Data> {
  return job;
}
