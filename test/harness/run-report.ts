import { mkdirSync, writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** What `npm test` says of a run at its end. */
export type RunReport = {
  passed: number;
  failed: number;
  skipped: number;
  /** Why tests were skipped, and how many for each reason. */
  reasons: Record<string, number>;
  /** Those that passed only when they were tried again, and what they failed with before. */
  unsteady: { test: string; failure: string }[];
  /** Each file with its seconds, the slowest first. */
  files: { file: string; seconds: number }[];
};

export const reportFile = "test-results/run.json";

/** Counts a run into `test-results/run.json`. A file that can't be loaded, or a hook that fails, is a failure. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const report: RunReport = { passed: 0, failed: errors.length, skipped: 0, reasons: {}, unsteady: [], files: [] };
    for (const module of modules) count(module, report);
    report.files.sort((a, b) => b.seconds - a.seconds);
    mkdirSync("test-results", { recursive: true });
    writeFileSync(reportFile, JSON.stringify(report, undefined, 2));
  }
}

function count(module: TestModule, report: RunReport) {
  const { duration, collectDuration } = module.diagnostic();
  report.files.push({ file: module.relativeModuleId, seconds: Math.round((duration + collectDuration) / 100) / 10 });
  report.failed += module.errors().length;
  for (const suite of module.children.allSuites()) report.failed += suite.errors().length;
  for (const test of module.children.allTests()) {
    const result = test.result();
    if (result.state === "passed") {
      report.passed++;
      const failure = result.errors?.[0]?.message ?? "no reason is given";
      if (test.diagnostic()?.flaky)
        report.unsteady.push({ test: `${module.relativeModuleId} ${test.fullName}`, failure });
    } else if (result.state === "failed") report.failed++;
    // What a hook of a file left undone is counted by the file's own error; what `-t` leaves out is not counted.
    else if (result.state === "skipped" && module.errors().length === 0 && !byName()) {
      const reason = result.note ?? "no reason is given";
      report.skipped++;
      report.reasons[reason] = (report.reasons[reason] ?? 0) + 1;
    }
  }
}

const byName = () => process.argv.some((word) => word === "-t" || word.startsWith("--testNamePattern"));
