import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { runChecks } from "./check.ts";
import { readCoverage } from "./coverage.ts";

// Every check there is: types, lint, walls, file length, then unit, integration and browser tests on the built program.
const only = process.argv.slice(2);
findChromium();
const checked = only.length === 0 ? runChecks() : { passed: 0, failed: 0 };
const tested = runTests(only);
const passed = checked.passed + tested.passed;
const failed = checked.failed + tested.failed;
if (only.length === 0) console.log(readCoverage().summary);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** Installs the system's Chromium when there is none: browsers are not downloaded from elsewhere. */
function findChromium() {
  const known = [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  if (known.some((path) => path && existsSync(path))) return;
  console.log("Installing Chromium for the browser tests (once)…");
  const root = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    const [program = "apt-get", ...rest] = [...root, "apt-get", ...args];
    spawnSync(program, rest, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  if (!known.some((path) => path && existsSync(path)))
    console.error(
      "No Chromium could be installed: install one by hand, or set CHROMIUM_PATH. The browser tests will fail.",
    );
}

function runTests(filters: string[]) {
  mkdirSync("test-results", { recursive: true });
  const report = "test-results/vitest.json";
  spawnSync("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...filters], {
    stdio: "inherit",
  });
  try {
    const found = JSON.parse(readFileSync(report, "utf8")) as {
      numPassedTests: number;
      numFailedTests: number;
      numFailedTestSuites: number;
      success: boolean;
    };
    // A file that could not be loaded counts as one failure, although it has no failed test.
    const failed = Math.max(found.numFailedTests, found.success ? 0 : 1);
    return { passed: found.numPassedTests, failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
