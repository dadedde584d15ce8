import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { forgetSettings } from "./test/harness/in-process/no-settings.ts";

// What Stryker runs (`scripts/mutants.ts`): the tests in `app/` and `server/` that belong to an area.

forgetSettings();

export default defineConfig({
  resolve: { alias: { "~": resolve("app") } },
  test: {
    include: process.env.MUTANTS_TESTS?.split(";") ?? ["{app,server}/**/*.test.ts"],
    globalSetup: "test/harness/in-process/server.ts",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { LOG_LEVEL: "silent" },
  },
});
