import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const kinds = ["/e2e/", "/test/", "/"];
const kindOf = ({ moduleId }: TestSpecification) => kinds.findIndex((kind) => moduleId.includes(kind));

/** Browsers take longest, then programs: what comes last is short, so that both workers end at about the same time. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => kindOf(one) - kindOf(other));
  }
}

export default defineConfig({
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  test: {
    include: ["app/**/*.test.{ts,tsx}", "server/**/*.test.ts", "test/**/*.test.ts", "e2e/**/*.test.ts"],
    // Two cores: a program, its PostgreSQL and a browser are enough for one file at a time.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: "test/prepared-folder.ts",
    env: { LOG_LEVEL: "silent" },
  },
});
