import { globSync } from "node:fs";
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { rooms } from "./mutants/rooms.ts";

// Tries the tests: small defects (mutants) are put into the code of a room one after the other, and its tests have to
// notice each. `npm run mutants` of all rooms, `-- limits` of one, `-- limits --code
// app/core/rate-limits/attempt-backoff.server.ts` of one file of it, `--anew` without what the last run found out.
// docs/mutants.md names survivors that may live.

/** What a room reaches at least, in percent. */
const goal = 85;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { code: { type: "string" }, anew: { type: "boolean", default: false } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(rooms, name));
if (unknown.length > 0) {
  console.error(`Rooms: ${Object.keys(rooms).join(", ")}`);
  process.exit(2);
}

/** The files of a pattern. Of one that finds none the code was moved: it would be left out without a word. */
function filesOf(pattern: string): string[] {
  const [braces = "", names = ""] = /\{(.*)\}/.exec(pattern) ?? [];
  return names.split(",").flatMap((name) => {
    const one = pattern.replace(braces, name);
    const files = globSync(one);
    if (files.length === 0) throw new Error(`${one} finds no file`);
    return files;
  });
}

const scores: [name: string, words: string][] = [];
for (const [name, { code, tests }] of Object.entries(rooms)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const files = (values.code ? [values.code] : code).flatMap(filesOf).sort();
  tests.forEach(filesOf);
  // Read by vitest.mutants.config.ts in the processes that Stryker starts.
  process.env.MUTANTS_TESTS = tests.join(";");
  const part = values.code?.replaceAll(/\W+/g, "-");
  const stryker = new Stryker({
    mutate: files,
    incrementalFile: `reports/mutants/${part ?? name}.json`,
    force: values.anew,
  });
  const mutants = (await stryker.runMutationTest()).map((mutant) => ({
    ...mutant,
    place: `${relative(".", mutant.fileName)}:${mutant.location.start.line}`,
  }));
  // What could not even be loaded, or run at all, was noticed by no test.
  const tried = mutants.filter(({ status }) => !["Ignored", "CompileError", "RuntimeError"].includes(status));
  // On a busy machine these may be tests that had no time, not mutants that never end.
  const late = tried.filter(({ status }) => status === "Timeout").length;
  const alive = tried.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  const score = tried.length > 0 ? (100 * (tried.length - alive.length)) / tried.length : 0;
  console.log(`\n${name}`);
  for (const { place, mutatorName, replacement, status } of alive) {
    const words = replacement.replaceAll(/\s+/g, " ").slice(0, 100);
    console.log(`  ${place} ${mutatorName} ${words}${status === "NoCoverage" ? " (no test goes there)" : ""}`);
  }
  scores.push([
    name,
    `${tried.length} mutants, ${tried.length - alive.length} killed (${late} by time), ${alive.length} survived, ${score.toFixed(1)} %`,
  ]);
  if (score < goal) process.exitCode = 1;
}
console.log();
for (const [name, words] of scores) console.log(`${name.padEnd(8)} ${words}`);
