// Loaded into a program that a test started (NODE_OPTIONS=--import): at each SIGUSR2 its clocks go on by five minutes,
// and it says so.
const now = Date.now;
const sinceStart = performance.now.bind(performance);
let ahead = 0;
Date.now = () => now() + ahead;
performance.now = () => sinceStart() + ahead;
process.on("SIGUSR2", () => {
  ahead += 5 * 60_000;
  console.log(`The clock went on by ${ahead} ms`);
});
