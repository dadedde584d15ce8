// Preloaded into an app (NODE_OPTIONS=--import): each SIGUSR2 advances its clocks by five minutes, which it logs.
const now = Date.now;
const sinceStart = performance.now.bind(performance);
let ahead = 0;
Date.now = () => now() + ahead;
performance.now = () => sinceStart() + ahead;
process.on("SIGUSR2", () => {
  ahead += 5 * 60_000;
  console.log(`The clock went on by ${ahead} ms`);
});
