import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settings } from "../test/harness/in-process/no-settings";

test(".env.example lists every setting, and no test reads a setting from the shell", () => {
  const source = readFileSync(new URL("config.server.ts", import.meta.url), "utf8");
  const [, fields = ""] = /const environment = z\s*\.object\(\{(.*?)\n {2}\}\)/s.exec(source) ?? [];
  const names = [...fields.matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => name !== "NODE_ENV" && !settings.includes(name))).toEqual([]);
  // These three are those of the run.
  const own = ["DATA_DIR", "LOG_LEVEL", "SAMPLE_DATA"];
  expect(settings.filter((name) => process.env[name] !== undefined && !own.includes(name))).toEqual([]);
});
