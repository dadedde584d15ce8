import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type RunReport, reportFile } from "../test/harness/run-report.ts";
import { runChecks } from "./check.ts";
import { readCoverage } from "./coverage.ts";
import { shiftedClock } from "./shifted-clock.ts";

// `npm test`: every check there is (types, lint, walls, sizes), then all tests on the built program; with filters, the
// tests of those files alone. `--quick`: the checks, and the tests of functions and verbs.
// `--clock NAME`: under another clock (`shifted-clock.ts`), without browsers.
const given = process.argv.slice(2);
/** Takes an option, and the words that belong to it, out of what was given. */
const taken = (name: string, words = 0) => (given.includes(name) ? given.splice(given.indexOf(name), 1 + words) : []);
const quick = taken("--quick").length > 0;
const writeSlowest = taken("--write-slowest").length > 0;
const [asked, clockName = ""] = taken("--clock", 1);
const clock = asked ? shiftedClock(clockName) : undefined;
const whole = given.length === 0;

const checked = whole && !clock ? await runChecks() : { passed: 0, failed: 0 };
const tested = await runTests();
const passed = checked.passed + tested.passed;
const failed = checked.failed + tested.failed;
// In CI everything can be had, so nothing may be passed over.
const refused = process.env.CI ? tested.skipped : 0;
report();
process.exitCode = failed > 0 || refused > 0 || passed === 0 ? 1 : 0;

async function runTests(): Promise<RunReport> {
  rmSync(reportFile, { force: true });
  const reporters = ["--reporter=default", "--reporter=./test/harness/run-report.ts"];
  const part = quick ? ["--project", "quick*"] : [];
  const without = clock ? ["--exclude", "e2e/**"] : [];
  const env = { ...process.env, ...clock };
  const running = spawn("vitest", ["run", ...reporters, ...part, ...without, ...given], { stdio: "inherit", env });
  // Whoever ends this one ends the run: otherwise it would go on by itself.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => running.kill(signal));
  const [status] = await once(running, "exit");
  try {
    const found = JSON.parse(readFileSync(reportFile, "utf8")) as RunReport;
    return { ...found, failed: Math.max(found.failed, status === 0 ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, reasons: {}, unsteady: [], files: [] };
  }
}

function report() {
  const slow = tested.files.filter(({ seconds }) => seconds >= 1);
  mkdirSync("test-results", { recursive: true });
  const lines = slow.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`);
  writeFileSync("test-results/slowest-files.txt", `${lines.join("\n")}\n`);
  if (writeSlowest && whole)
    writeFileSync(
      "test/slowest-files.txt",
      `${slow
        .map(({ file }) => file)
        .slice(0, 120)
        .join("\n")}\n`,
    );
  if (lines.length > 0) console.log(`\nThe slowest files:\n${lines.slice(0, 10).join("\n")}`);
  if (whole && !clock) console.log(readCoverage().summary);
  for (const { test, failure } of tested.unsteady) console.log(`passed at its second try: ${test}\n  ${failure}`);
  for (const [reason, count] of Object.entries(tested.reasons)) console.log(`skipped: ${count}, ${reason}`);
  if (refused > 0) console.log("CI is set, so that a skipped test is a failure.");
  console.log(`${passed} passed, ${failed} failed, ${tested.skipped} skipped`);
}
