export type Backoff = { start?: number; cap?: number };

/** Milliseconds to wait after this many failures in a row: `start` (1 s), doubled each time up to `cap`. */
export const waitAfter = (failures: number, { start = 1_000, cap = 10_000 }: Backoff = {}): number =>
  Math.min(cap, start * 2 ** Math.max(0, failures - 1));

/** Repeats the work up to `attempts` times while its result `isRepeatable`. Resolves with the last result. */
export async function withRetries<Answer>(
  work: () => Promise<Answer>,
  isRepeatable: (answer: Answer) => boolean,
  { attempts, ...backoff }: Backoff & { attempts: number },
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await work();
    if (attempt >= attempts || !isRepeatable(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, waitAfter(attempt, backoff)));
  }
}
