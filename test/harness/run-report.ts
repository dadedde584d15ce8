import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestModule, TestSpecification } from "vitest/node";

/** What `npm test` says of a run at its end. */
export type RunReport = {
  /** False until the runner came to its end: then the counts are those of a part. */
  ended: boolean;
  /** Files that the run was to have, and those of them that ended. */
  planned: number;
  passed: number;
  failed: number;
  skipped: number;
  /** Why tests were skipped, and how many for each reason. */
  reasons: Record<string, number>;
  /** Each file with its seconds, the slowest first. */
  files: { file: string; seconds: number }[];
};

const empty = (): RunReport => ({
  ended: false,
  planned: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  reasons: {},
  files: [],
});

/** Folder of a run's results; a test of the runner itself names another one. */
export const resultsFolder = process.env.TEST_RESULTS ?? "test-results";
export const reportFile = join(resultsFolder, "run.json");

/**
 * Counts a run into `run.json` of the results' folder. The file is written after each test file, so that it tells how
 * far a run came that was killed. A file that can't be loaded, or a hook that fails, is a failure.
 */
export default class RunReporter implements Reporter {
  private report = empty();

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.report = { ...empty(), planned: specifications.length };
    this.write();
  }

  onTestModuleEnd(module: TestModule): void {
    count(module, this.report);
    this.write();
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    this.report = { ...empty(), planned: this.report.planned, ended: true, failed: errors.length };
    for (const module of modules) count(module, this.report);
    this.report.files.sort((a, b) => b.seconds - a.seconds);
    this.write();
  }

  private write() {
    mkdirSync(resultsFolder, { recursive: true });
    writeFileSync(reportFile, JSON.stringify(this.report, undefined, 2));
  }
}

function count(module: TestModule, report: RunReport) {
  const { duration, collectDuration } = module.diagnostic();
  report.files.push({ file: module.relativeModuleId, seconds: Math.round((duration + collectDuration) / 100) / 10 });
  report.failed += module.errors().length;
  for (const suite of module.children.allSuites()) report.failed += suite.errors().length;
  for (const test of module.children.allTests()) {
    const result = test.result();
    if (result.state === "passed") report.passed++;
    else if (result.state === "failed") report.failed++;
    // What a hook of a file left undone is counted by the file's own error; what `-t` leaves out is not counted.
    else if (result.state === "skipped" && module.errors().length === 0 && !byName()) {
      const reason = result.note ?? "no reason is given";
      report.skipped++;
      report.reasons[reason] = (report.reasons[reason] ?? 0) + 1;
    }
  }
}

const byName = () => process.argv.some((word) => word === "-t" || word.startsWith("--testNamePattern"));
