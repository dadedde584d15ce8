// Loaded into a program that a test started (NODE_OPTIONS=--import): from its SIGTERM on, timers of ten seconds or more
// end after a tenth of that, and it says how long they were.
const wait = globalThis.setTimeout;
let ending = false;
process.once("SIGTERM", () => {
  ending = true;
});
globalThis.setTimeout = (run, delay = 0, ...rest) => {
  if (!ending || delay < 10_000) return wait(run, delay, ...rest);
  console.log(`A timer of ${delay / 1000} s`);
  return wait(run, delay / 10, ...rest);
};
