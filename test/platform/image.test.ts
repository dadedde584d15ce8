import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { cleanEnv } from "../harness/app-server";

test("[T-START-4] the image's last stage starts on its own, serves pages, and contains no build tool", {
  timeout: 300_000,
}, async () => {
  const env = cleanEnv();
  const { stdout } = await promisify(execFile)("node_modules/.bin/node", ["scripts/image.ts"], { env });
  const [, packages, size] = /^The image's folder: (\d+) packages, (\d+) MB$/m.exec(stdout) ?? [];
  // `npm start` installs twice as much: the pinned Node, Vite, the sources of bundled packages.
  expect(Number(packages)).toBeLessThan(250);
  expect(Number(size)).toBeLessThan(350);
  expect(stdout.split("\n").slice(1)).toEqual(["200 /readyz", "200 /", "200 /apply", "200 /admin/login", ""]);
});
