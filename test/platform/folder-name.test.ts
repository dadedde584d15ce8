import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cleanEnv, freePort } from "../harness/app-server";

// A copy of the project in a directory with characters that URLs and shells interpret. Inside the project, because hard
// links to package files can't cross file systems.
const parentFolder = resolve("test-results", `odd-${process.pid}`);
const folder = join(parentFolder, "my lucaya #1 %41 'é");
/** Where root runs the tests, `nobody` runs the second half, because PostgreSQL refuses root. */
const otherOwner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
// Milliseconds for a build, a first start and all checks on a busy machine.
const patient = { timeout: 900_000 };
const left = new Set(["node_modules", "build", "data", "test-results", ".git", ".react-router", "reports"]);

// In a hook, after whose failure the copy is still removed, and which `-t` leaves out with the tests.
beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(".")) if (!left.has(name)) cpSync(name, join(folder, name), { recursive: true });
  execFileSync("cp", ["-al", "node_modules", join(folder, "node_modules")]);
  // Tools' caches there would be hard links to the project's own files.
  for (const cache of globSync(["node_modules/.vite*", "node_modules/.cache"], { cwd: folder }))
    rmSync(join(folder, cache), { recursive: true });
});
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const { pid } of running) if (pid) process.kill(-pid, "SIGKILL");
  rmSync(parentFolder, { recursive: true, force: true });
  // What `run.mjs` created for them. In this run its own link is a directory (`scripts/plain-folder.mjs`).
  for (const link of globSync(join(tmpdir(), "lucaya-*-*")).filter((dir) => dir !== process.cwd()))
    if (lstatSync(link).isSymbolicLink() && readlinkSync(link).startsWith(parentFolder)) unlinkSync(link);
});

/** Runs `npm` in the copy; resolves with its output once that contains `words`, or it exits. */
async function npm(args: string[], more: { words?: string; env?: Record<string, string>; as?: { uid?: number } } = {}) {
  const env = { ...cleanEnv(), HOME: folder, ...more.env };
  const child = spawn("npm", args, { cwd: folder, env, detached: true, ...more.as });
  running.add(child);
  let output = "";
  const status = once(child, "close").then(([code]) => {
    running.delete(child);
    return code as number;
  });
  const printed = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk;
        if (more.words && output.includes(more.words)) resolve();
      });
  });
  await Promise.race([printed, status]);
  return { output: () => output, status, stop: () => child.kill("SIGTERM") };
}

/** Starts a server by `npm`; returns its response for each path, after stopping it. */
async function answers(command: string, paths: string[]) {
  const PORT = String(await freePort());
  const server = await npm(["run", command], { words: "Lucaya answers", env: { PORT, SAMPLE_DATA: "no" } });
  expect(server.output()).toContain("Lucaya answers");
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await fetch(`http://localhost:${PORT}${path}`)).status);
  server.stop();
  await server.status;
  return statuses;
}

test(
  "[T-TEST-10, F-RUN-1] the app builds, serves and runs in development in a directory named with a space, #, %41, ' and é",
  patient,
  async () => {
    expect(await answers("start", ["/", "/site.webmanifest", "/apply"])).toEqual([200, 200, 200]);
    expect(await answers("dev", ["/", "/app/app.css", "/app/site/static-pages/static-pages.ts"])).toEqual([
      200, 200, 200,
    ]);
  },
);

test(
  "[T-TEST-10] in such a directory a user other than root can run tests of each kind and the checks",
  patient,
  async () => {
    if (otherOwner.uid) {
      // Package files are the project's own: keep their owner.
      const own = [folder, "-name", "node_modules", "-prune", "-o", "-exec", "chown", `${otherOwner.uid}`, "{}", "+"];
      const packages = [join(folder, "node_modules"), "-type", "d", "-exec", "chown", `${otherOwner.uid}`, "{}", "+"];
      for (const parameters of [own, packages]) execFileSync("find", parameters);
    }
    const tests = await npm(["test", "--", "app/core/rate-limits/away", "e2e/journeys/desk-on-a-phone"], {
      as: otherOwner,
    });
    expect(await tests.status, tests.output()).toBe(0);
    expect(tests.output()).toMatch(/^[3-9] passed, 0 failed, 0 skipped$/m);
    const checks = await npm(["run", "check"], { as: otherOwner });
    expect(await checks.status, checks.output()).toBe(0);
  },
);
