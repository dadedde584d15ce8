import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readCoverage } from "../scripts/coverage.ts";

const decision = readFileSync("docs/decisions/0038-test-shared-mechanisms-once.md", "utf8");
const [, merged = ""] = /## Merged.*\n([\s\S]*)/.exec(decision) ?? [];
const lines = merged.split("\n").filter((line) => /^\| .*`/.test(line));
const filesIn = (text: string) => [...text.matchAll(/`([\w./-]+\.test\.tsx?)`( \(deleted\))?/g)];

test("[T-TEST-4] the list of merged tests says where each assertion is now, in an existing file", () => {
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    const [, was = "", now = ""] = line.split(" | ").length === 2 ? ["", ...line.split(" | ")] : [];
    for (const [, path = "", isDeleted] of filesIn(was)) expect([path, existsSync(path)]).toEqual([path, !isDeleted]);
    expect(`${line}: ${/`[\w./-]+`|the same file/.test(now)}`).toBe(`${line}: true`);
    for (const [, path = ""] of filesIn(now)) expect([path, existsSync(path)]).toEqual([path, true]);
  }
});

test("[T-TEST-4] every row proven before the tests were divided is still named by a test", () => {
  const { rows, unnamed } = readCoverage();
  expect(rows.size).toBeGreaterThan(1_400);
  // The rows of the issues that are worked on get their tests with their work.
  const inWork = ["light.md", "faults.md"];
  expect(unnamed.filter(([, { file }]) => !inWork.includes(file)).map(([id]) => id)).toEqual([]);
});
