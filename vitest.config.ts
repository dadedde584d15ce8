import { defineConfig } from "vitest/config";
export default defineConfig({
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  test: {
    include: ["app/**/*.test.{ts,tsx}", "server/**/*.test.ts", "test/**/*.test.ts", "e2e/**/*.test.ts"],
    // Two cores: a program, its PostgreSQL and a browser are enough for one file at a time.
    maxWorkers: 2,
    // A test waits for what it names, and a busy machine may take its time; this is for one that would wait forever.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    globalSetup: "test/harness/prepared-folder.ts",
    env: { LOG_LEVEL: "silent" },
  },
});
