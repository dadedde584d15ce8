// Preloaded into an app (NODE_OPTIONS=--import): after SIGTERM, timers of ten seconds or more take a tenth of that, and
// it logs their length.
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
