import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { forgetSettings } from "./test/harness/in-process/no-settings.ts";
import { inOwnProcess, longWork } from "./test/harness/in-process/own-process.ts";
import { LongestFirst } from "./test/harness/longest-first.ts";
import { workers } from "./test/harness/workers.ts";

forgetSettings();
const quick = ["app/**/*.test.{ts,tsx}", "server/**/*.test.ts"];
const alone = inOwnProcess(quick).filter((file) => !longWork.includes(file));

/** The folders of daily tests of the built program; every other folder of `test/` and `e2e/` is left to `test:all`. */
const daily = [
  "test/{accounts,applications,desk,documents,inquiries,journeys,mail}/**/*.test.ts",
  "test/public/{*,pages/*,texts/*}.test.ts",
  "e2e/journeys/*.test.ts",
];

const inProcess = {
  globalSetup: "test/harness/in-process/server.ts",
  setupFiles: ["test/harness/in-process/own-folder.ts"],
};
const ofProgram = {
  globalSetup: "test/harness/folders/prepared.ts",
  setupFiles: ["test/harness/setup/open-pages.ts"],
  // The files of a worker share a program and a browser (`sharedApp`).
  isolate: false,
};

export default defineConfig({
  resolve: { alias: { "~": resolve("app") } },
  test: {
    maxWorkers: workers(),
    // A test waits for what it names, and a busy machine may take its time; this is for one that would wait forever.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    env: { LOG_LEVEL: "silent" },
    sequence: { sequencer: LongestFirst },
    setupFiles: ["test/harness/setup/each-file.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          // In this process: functions, and verbs on a database of the file's own (`testDatabase`).
          ...inProcess,
          include: quick,
          exclude: [...alone, ...longWork],
          // What the program is made of is read once for all files of a worker, not for each.
          isolate: false,
        },
      },
      { extends: true, test: { name: "quick-alone", ...inProcess, include: alone } },
      // The built program, over HTTP or in a browser.
      { extends: true, test: { name: "daily", ...ofProgram, include: daily } },
      { extends: true, test: { name: "all-long", ...inProcess, include: longWork } },
      {
        extends: true,
        test: { name: "all", ...ofProgram, include: ["test/**/*.test.ts", "e2e/**/*.test.ts"], exclude: daily },
      },
    ],
  },
});
