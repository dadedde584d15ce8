import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { checkRows } from "./check-rows.ts";

export type Check = { name: string; run: () => string | undefined };

/** Runs a program of node_modules; its output when it failed. */
function program(name: string, args: string[], cwd = "."): string | undefined {
  const { status, stdout, stderr } = spawnSync(name, args, { cwd, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? undefined : `${stdout}${stderr}`.trim() || `${name} ended with ${status}`;
}

const walls = (cwd: string, config: string) => program("depcruise", ["--config", config, "app"], cwd);

function longFiles(): string | undefined {
  const files = globSync([
    "app/**/*.{ts,tsx}",
    "server/**/*.{ts,tsx}",
    "scripts/**/*.{ts,mjs}",
    "test/**/*.ts",
    "e2e/**/*.ts",
    "bench/**/*.ts",
  ]);
  const long = files
    // Tables of data may be long: starter content, sample people, texts.
    .filter((file) => !/^app\/(db\/(seed|migrations)|sample|site\/texts)\//.test(file))
    .map((file) => ({ file, lines: readFileSync(file, "utf8").trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > 300);
  return long.length > 0 ? long.map(({ file, lines }) => `${file} has ${lines} lines`).join("\n") : undefined;
}

/** What reads a request's body: only `app/bodies` and the shell, which throws the rest away, may (decision 0016). */
const bodyReading = /\b(?:request|req|raw)(?:\.clone\(\))?\.(?:formData|text|json|arrayBuffer|blob|bytes|body)\b/;

/** Everybody who reads a body beside the one reader; a route's `clientAction` and its helpers run in the browser. */
function strayReaders(folders: string[]): string | undefined {
  const stray = globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`))
    .filter((file) => !/^app\/bodies\/|\.test\.ts$/.test(file) && file !== "app/inquiries/staff-forms.ts")
    .filter((file) => bodyReading.test(readFileSync(file, "utf8")));
  return stray.length > 0 ? stray.map((file) => `${file} reads a body: use app/bodies`).join("\n") : undefined;
}

export const checks: Check[] = [
  { name: "types", run: () => program("react-router", ["typegen"]) ?? program("tsc", ["--noEmit"]) },
  { name: "lint and format", run: () => program("biome", ["ci", "--colors=off", "--error-on-warnings", "."]) },
  {
    name: "walls between rooms",
    run: () =>
      walls(".", ".dependency-cruiser.cjs") ??
      // A cruiser that understands no TypeScript passes whatever it is given: it must see this one break.
      (walls("test/walls", "../../.dependency-cruiser.cjs") ? undefined : "the walls check did not see a broken wall"),
  },
  {
    name: "one reader of bodies",
    run: () =>
      strayReaders(["app", "server"]) ??
      (strayReaders(["test/walls"]) ? undefined : "the check did not see a second reader"),
  },
  { name: "no file over 300 lines", run: longFiles },
  { name: "every row and decision that is cited", run: checkRows },
];

/** Runs every check and prints each; how many passed and failed. */
export function runChecks(): { passed: number; failed: number } {
  const count = { passed: 0, failed: 0 };
  for (const { name, run } of checks) {
    const words = run();
    count[words === undefined ? "passed" : "failed"] += 1;
    console.log(words === undefined ? `✓ ${name}` : `✗ ${name}\n${words}`);
  }
  return count;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { passed, failed } = runChecks();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
