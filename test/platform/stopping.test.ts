import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { cleanEnv, emptyDataDir, isAlive, postgresProcess, preparedDataDir } from "../harness/app-server";
import { until } from "../harness/http-client";

// A service manager stops the process it started: npm, whose children must stop too.

const started = new Set<number>();
afterAll(async () => {
  for (const group of started) {
    try {
      process.kill(-group, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
});

type Started = { npm: ChildProcess; pid: number; output: () => string; ended: Promise<unknown[]> };

/** `npm start` in its own process group, as a service manager or a terminal starts it. */
function npmStart(cwd: string, env: Record<string, string>): Started {
  const npm = spawn("npm", ["start"], {
    cwd,
    detached: true,
    env: { ...cleanEnv(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const pid = npm.pid ?? 0;
  started.add(pid);
  let output = "";
  for (const stream of [npm.stdout, npm.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  return { npm, pid, output: () => output, ended: once(npm, "exit") };
}

/** Whether a port of this machine is in use. */
const isPortInUse = (port: number) =>
  new Promise<boolean>((answer) => {
    const socket = createConnection(port, "127.0.0.1");
    socket.once("connect", () => answer(true)).once("error", () => answer(false));
    socket.once("connect", () => socket.destroy());
  });

/** Node before 22.15 has no `process.execve`: it starts the pinned Node as a child. */
const olderNode = { NODE_OPTIONS: `--import "data:text/javascript,delete process.execve"` };

const ways: { how: string; stop: (pid: number) => void; env?: Record<string, string> }[] = [
  { how: "SIGTERM to npm", stop: (pid) => process.kill(pid, "SIGTERM") },
  { how: "SIGTERM to the process group", stop: (pid) => process.kill(-pid, "SIGTERM") },
  { how: "Ctrl-C", stop: (pid) => process.kill(-pid, "SIGINT") },
  { how: "SIGTERM to npm on an older Node", stop: (pid) => process.kill(pid, "SIGTERM"), env: olderNode },
  { how: "Ctrl-C on an older Node", stop: (pid) => process.kill(-pid, "SIGINT"), env: olderNode },
];

// One after the other: on a stale build the first one builds.
describe("stopping `npm start`", () => {
  test.each(ways)("$how: npm waits until the app and PostgreSQL have stopped cleanly", async ({ stop, env }) => {
    const folder = await preparedDataDir();
    const { pid, output, ended, npm } = npmStart(process.cwd(), {
      DATA_DIR: folder,
      SAMPLE_DATA: "no",
      PORT: "0",
      HOST: "127.0.0.1",
      ...env,
    });
    await until("it answers or has ended", () => / answers on /.test(output()) || npm.exitCode !== null);
    const port = Number(/answers on \S+:(\d+)/.exec(output())?.[1]);
    expect(await isPortInUse(port), output()).toBe(true);
    const server = postgresProcess(folder);
    stop(pid);
    await ended;
    expect({ postgres: isAlive(server), port: await isPortInUse(port) }).toEqual({ postgres: false, port: false });
    expect(existsSync(join(folder, "postgres", "postmaster.pid")), "the folder is free").toBe(false);
    expect(readFileSync(join(folder, "postgres.log"), "utf8")).toMatch(/database system is shut down\n$/);
    // Output may follow its exit.
    await until("it has said so", () => output().includes('"msg":"stopping"'));
  });
});

/** A project whose install, or build, runs until it is stopped, and logs its pid. */
async function endlessProject(phase: "install" | "build"): Promise<string> {
  const folder = await emptyDataDir();
  const bin = join(folder, "node_modules", ".bin");
  mkdirSync(join(folder, "scripts"));
  mkdirSync(bin, { recursive: true });
  for (const file of [
    "package.json",
    "package-lock.json",
    "scripts/run.mjs",
    "vite.config.ts",
    "react-router.config.ts",
  ])
    copyFileSync(file, join(folder, file));
  if (phase === "install") {
    writeFileSync(join(bin, "npm"), '#!/bin/sh\necho $$ >"$PWD/working"\nexec sleep 1000\n');
    chmodSync(join(bin, "npm"), 0o755);
  } else {
    symlinkSync(resolve("node_modules/.bin/node"), join(bin, "node"));
    symlinkSync(resolve("node_modules/.lucaya-lock"), join(folder, "node_modules", ".lucaya-lock"));
    const lasting = 'import { writeFileSync } from "node:fs"; writeFileSync("working", String(process.pid) + "\\n");';
    writeFileSync(join(folder, "scripts", "flags.mjs"), `${lasting}\nsetInterval(() => {}, 1000);\n`);
  }
  return folder;
}

describe.concurrent.each(["install", "build"] as const)("stopping `npm start` during its %s", (phase) => {
  test.each(ways)("$how: the running tool is stopped too, and no next phase starts", async ({ stop, env = {} }) => {
    const folder = await endlessProject(phase);
    const { pid, ended, npm, output } = npmStart(folder, env);
    const file = join(folder, "working");
    const works = () => existsSync(file) && readFileSync(file, "utf8").endsWith("\n");
    await until("it works", () => works() || npm.exitCode !== null);
    expect(works(), output()).toBe(true);
    const worker = Number(readFileSync(file, "utf8"));
    expect(isAlive(worker)).toBe(true);
    stop(pid);
    await ended;
    await until("what worked for it has ended too", () => !isAlive(worker));
    expect(existsSync(join(folder, "build"))).toBe(false);
  });
});
