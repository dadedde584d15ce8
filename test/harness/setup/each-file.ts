import { afterAll, aroundAll, vi } from "vitest";
import { endStarted } from "../after-file";

// Evaluated for each file, but its imports only once.

// A file whose top level failed has no hooks.
await endStarted();
// Around the file's own hooks, because a failed one skips later ones.
aroundAll(async (runFile) => {
  try {
    await runFile();
  } finally {
    await endStarted();
  }
});

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
