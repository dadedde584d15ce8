/**
 * Says that a start goes on, in lines of its own (log lines may come between), and then how long it took since the
 * process began. `npm start` says the same of what comes before (`scripts/run.mjs`).
 */
export function sayStarting(): () => void {
  console.log("Starting…");
  const alive = setInterval(() => console.log(`Starting: ${Math.round(performance.now() / 1_000)} s…`), 4_000);
  alive.unref();
  return () => {
    clearInterval(alive);
    console.log(`Started in ${(performance.now() / 1_000).toFixed(1)} s`);
  };
}
