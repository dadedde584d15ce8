import { afterAll, vi } from "vitest";

// SEED=… repeats a failed random test, which prints its seed.
const { SEED } = process.env;
if (SEED) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ seed: Number(SEED.split(":")[0]) });
}

// The worker's next file must start with the real clock and functions.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
