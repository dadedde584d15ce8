import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { figure, type Line, ratio } from "./table.ts";

/** The revision that T-START-3 compares with. */
const reference = "7a94d304";

/**
 * Seconds of `npm start` in a fresh clone, and of a second one there: of this commit, and of the reference, in turn.
 * npm's cache is warm for both once each was started: the first pair of starts does not count.
 */
export async function measureFirstStart(rounds: number): Promise<Line[]> {
  const theirs: Starts[] = [];
  const ours: Starts[] = [];
  for (let round = 0; round <= rounds; round++) {
    theirs.push(await startTwice(reference));
    ours.push(await startTwice("HEAD"));
  }
  const best = (all: Starts[], of: keyof Starts) => Math.min(...all.slice(1).map((starts) => starts[of]));
  return (["first", "second"] as const).map((of) => ({
    what: `${of} start of a clone, to the first page`,
    measured: `${figure(best(ours, of))} s`,
    beside: `${reference}: ${figure(best(theirs, of))} s`,
    ratio: ratio(best(ours, of) / best(theirs, of)),
  }));
}

type Starts = { first: number; second: number };

async function startTwice(revision: string): Promise<Starts> {
  const folder = mkdtempSync(join(tmpdir(), "first-start-"));
  // Root starts PostgreSQL as another user, who must be able to enter.
  chmodSync(folder, 0o755);
  try {
    execFileSync("git", ["clone", "--quiet", resolve("."), folder]);
    execFileSync("git", ["checkout", "--quiet", revision], { cwd: folder });
    return { first: await secondsToPage(folder), second: await secondsToPage(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function secondsToPage(folder: string): Promise<number> {
  const port = await freePort();
  // Without this project's own Node and npm.
  const path = (process.env.PATH ?? "").split(delimiter).filter((part) => !part.includes("node_modules"));
  const env = { HOME: process.env.HOME, PATH: path.join(delimiter), PORT: String(port) };
  const began = performance.now();
  const child = spawn("npm", ["start"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  const group = -(child.pid ?? 0);
  while (!(await isServed(port))) {
    if (child.exitCode !== null) throw new Error(`npm start in ${folder} ended with ${child.exitCode}:\n${output}`);
    await briefly();
  }
  const seconds = (performance.now() - began) / 1000;
  process.kill(group, "SIGTERM");
  // npm may end before the app, which still stops its database.
  while (isRunning(group)) await briefly();
  return seconds;
}

const briefly = () => new Promise((done) => setTimeout(done, 50));

function isRunning(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}

const isServed = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    (response) => response.ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
