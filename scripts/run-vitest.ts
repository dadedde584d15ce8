import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { forgetOrphans } from "../test/harness/core-seconds.ts";
import { type RunReport, reportFile } from "../test/harness/run-report.ts";

const nothing: RunReport = {
  ended: false,
  planned: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  reasons: {},
  files: [],
};

/** Lines of output repeated when the runner ended early. */
const maxLines = 30;

/**
 * Runs Vitest and passes its output on. `broken` is set if it ended early (out of memory, killed, unreadable
 * configuration): status or signal, number of files that did not run, and its last output.
 */
export async function runVitest(
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ report: RunReport; broken?: string }> {
  rmSync(reportFile, { force: true });
  forgetOrphans();
  const reporter = fileURLToPath(new URL("../test/harness/run-report.ts", import.meta.url));
  const reporters = ["--reporter=default", `--reporter=${reporter}`];
  const running = spawn("vitest", ["run", ...reporters, ...args], {
    stdio: ["inherit", "pipe", "pipe"],
    env: { ...env, ...(process.stdout.isTTY && { FORCE_COLOR: "1" }) },
  });
  // A signal to this process must also end the run.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => running.kill(signal));
  const last: string[] = [];
  passOn(running.stdout, process.stdout, last);
  passOn(running.stderr, process.stderr, last);
  const [status, signal] = (await once(running, "close")) as [number | null, NodeJS.Signals | null];
  const report = readReport();
  const ended = report.ended && signal === null;
  if (ended) return { report: { ...report, failed: Math.max(report.failed, status === 0 ? 0 : 1) } };
  const left = report.planned - report.files.length;
  const missing = report.planned === 0 ? "no file ran" : `${left} of ${report.planned} files did not run`;
  const how = signal ? `by ${signal}` : `with status ${status}`;
  const lastOutput = last.length > 0 ? `Its last output:\n${last.join("\n")}\n` : "";
  return { report, broken: `${lastOutput}The test runner ended early ${how}: ${missing}.` };
}

function readReport(): RunReport {
  try {
    return JSON.parse(readFileSync(reportFile, "utf8")) as RunReport;
  } catch {
    return nothing;
  }
}

/** Passes a stream on, and stores its last lines. */
function passOn(from: Readable, to: Writable, last: string[]) {
  from.setEncoding("utf8").on("data", (text: string) => {
    to.write(text);
    last.push(...text.split("\n").filter((line) => line.trim() !== ""));
    last.splice(0, last.length - maxLines);
  });
}
