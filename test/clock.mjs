// Loaded into a program that a test started (NODE_OPTIONS=--import): at each SIGUSR2 its clock goes on by five minutes, and it says so.
const now = Date.now;
let ahead = 0;
Date.now = () => now() + ahead;
process.on("SIGUSR2", () => {
  ahead += 5 * 60_000;
  console.log(`The clock went on by ${ahead} ms`);
});
