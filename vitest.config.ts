import { defineConfig } from "vitest/config";
import { forgetSettings } from "./test/harness/in-process/no-settings.ts";
import { inOwnProcess, longWork } from "./test/harness/in-process/own-process.ts";
import { LongestFirst } from "./test/harness/longest-first.ts";

forgetSettings();
const quick = ["app/**/*.test.{ts,tsx}", "server/**/*.test.ts"];
const alone = inOwnProcess(quick).filter((file) => !longWork.includes(file));

export default defineConfig({
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  test: {
    // Two cores: a program, its PostgreSQL and a browser are enough for one file at a time.
    maxWorkers: 2,
    // A test waits for what it names, and a busy machine may take its time; this is for one that would wait forever.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // In CI one test's bad moment does not refuse a change: what passes at its second try is named at the end.
    retry: process.env.CI ? 1 : 0,
    env: { LOG_LEVEL: "silent" },
    sequence: { sequencer: LongestFirst },
    setupFiles: ["test/harness/setup/seed.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          // In this process: functions, and verbs on a database of the file's own (`ownDatabase`).
          include: quick,
          exclude: [...alone, ...longWork],
          globalSetup: "test/harness/in-process/server.ts",
          // What the program is made of is read once for all files of a worker, not for each.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "quick-alone", include: alone, globalSetup: "test/harness/in-process/server.ts" },
      },
      { extends: true, test: { name: "long", include: longWork, globalSetup: "test/harness/in-process/server.ts" } },
      {
        extends: true,
        test: {
          name: "program",
          // The built program, over HTTP or in a browser.
          include: ["test/**/*.test.ts", "e2e/**/*.test.ts"],
          globalSetup: "test/harness/folders/prepared.ts",
          setupFiles: ["test/harness/setup/each-file.ts"],
          // The files of a worker share a program and a browser (`sharedProgram`).
          isolate: false,
        },
      },
    ],
  },
});
