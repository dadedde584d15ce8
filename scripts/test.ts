import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { coreSeconds, coreSecondsLimits, formatDuration } from "../test/harness/core-seconds.ts";
import { resultsFolder } from "../test/harness/run-report.ts";
import { readCoverage } from "./coverage.ts";
import { runVitest } from "./run-vitest.ts";
import { shiftedClock } from "./shifted-clock.ts";

// `npm test`: the daily tests. With words: test files whose path contains one. `--all`: static checks and every test.
// `--quick`: only in-process tests. `--clock NAME`: every test without a browser, with another clock
// (`shifted-clock.ts`). `--changed`, or `--changed main`: only tests that the change can affect, of the daily ones,
// `--all` or `--quick`.
const words = process.argv.slice(2);
/** Removes an option and its values from the command line. */
const takeFlag = (name: string, values = 0) =>
  words.includes(name) ? words.splice(words.indexOf(name), 1 + values) : [];
const all = takeFlag("--all").length > 0;
const quick = takeFlag("--quick").length > 0;
const writeSlowest = takeFlag("--write-slowest").length > 0;
const [shifted, clockName = ""] = takeFlag("--clock", 1);
const clock = shifted ? shiftedClock(clockName) : undefined;
const changed = words.includes("--changed") ? await reached() : [];
const whole = words.length === 0 && all && changed.length === 0;

async function reached(): Promise<string[]> {
  const hasRevision = words[words.indexOf("--changed") + 1]?.startsWith("-") === false;
  const [, revision] = takeFlag("--changed", hasRevision ? 1 : 0);
  const { changedFiles, testsOf } = await import("./changed.ts");
  const tests = await testsOf(changedFiles(revision), quick ? "quick" : all ? "all" : "daily");
  if (tests.length > 0) return tests;
  console.log(`No test is reached by what differs from ${revision ?? "the last commit"}.`);
  return process.exit(0);
}

const checked = all ? await (await import("./check.ts")).runChecks() : { passed: 0, failed: 0 };
const projects = quick ? ["quick*"] : words.length + changed.length > 0 || all || clock ? [] : ["quick*", "daily"];
const chosen = [...projects.flatMap((name) => ["--project", name]), ...(clock ? ["--exclude", "e2e/**"] : [])];
const run = await runVitest([...chosen, ...words, ...changed], { ...process.env, ...clock });
const { report } = run;
const passed = checked.passed + report.passed;
const failed = checked.failed + report.failed;
// CI has everything installed, so nothing may be skipped.
const refused = process.env.CI ? report.skipped : 0;
process.exitCode = failed > 0 || refused > 0 || passed === 0 || run.broken ? 1 : 0;

const slow = report.files.filter(({ seconds }) => seconds >= 1).sort((a, b) => b.seconds - a.seconds);
mkdirSync(resultsFolder, { recursive: true });
const lines = slow.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`);
writeFileSync(join(resultsFolder, "slowest-files.txt"), `${lines.join("\n")}\n`);
if (writeSlowest && whole)
  writeFileSync(
    "test/slowest-files.txt",
    `${slow
      .map(({ file }) => file)
      .slice(0, 120)
      .join("\n")}\n`,
  );
if (lines.length > 0) console.log(`\nThe slowest files:\n${lines.slice(0, 10).join("\n")}`);
if (whole) console.log(readCoverage().summary);
for (const [reason, count] of Object.entries(report.reasons)) console.log(`skipped: ${count}, ${reason}`);
if (refused > 0) console.log("CI is set, so that a skipped test is a failure.");
const isDaily = words.length + changed.length === 0 && !all && !quick && !clock;
if (words.length === 0 && !all && !clock) {
  const allFiles = globSync("{app,server,test,e2e}/**/*.test.{ts,tsx}").length;
  const more = allFiles - report.planned;
  console.log(`npm run test:all has ${more} more test ${more === 1 ? "file" : "files"}.`);
}
const limit = whole ? coreSecondsLimits.all : isDaily ? coreSecondsLimits.daily : undefined;
console.log(formatDuration(performance.now() / 1000, coreSeconds(), limit));
console.log(run.broken ?? `${passed} passed, ${failed} failed, ${report.skipped} skipped`);
