import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestModule, TestSpecification } from "vitest/node";

/** The summary of a run by `npm test`. */
export type RunReport = {
  /** False until the runner finished: the counts are partial. */
  ended: boolean;
  /** Planned and finished files. */
  planned: number;
  passed: number;
  failed: number;
  skipped: number;
  /** Skipped tests by reason. */
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

/** Directory of a run's results; a test of the runner sets another one. */
export const resultsFolder = process.env.TEST_RESULTS ?? "test-results";
export const reportFile = join(resultsFolder, "run.json");

/**
 * Counts a run into `run.json` in the results' directory. Written after each test file, so that an aborted run shows
 * how far it came. A file that can't be loaded, or a hook that fails, is a failure.
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
    // Tests skipped by a failed hook are counted as the file's error; those excluded by `-t` aren't counted.
    else if (result.state === "skipped" && module.errors().length === 0 && !byName()) {
      const reason = result.note ?? "no reason is given";
      report.skipped++;
      report.reasons[reason] = (report.reasons[reason] ?? 0) + 1;
    }
  }
}

const byName = () => process.argv.some((word) => word === "-t" || word.startsWith("--testNamePattern"));
