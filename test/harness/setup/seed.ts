import { afterAll, vi } from "vitest";

// SEED=… draws again what a random test drew when it failed, which prints its seed.
const { SEED } = process.env;
if (SEED) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ seed: Number(SEED.split(":")[0]) });
}

// The next file of the worker begins with the clock and the functions that are there.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
