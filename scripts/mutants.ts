import { globSync } from "node:fs";
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { areas } from "./mutants/areas.ts";

// Mutation testing: small defects are put into the code of an area one by one, and its tests must notice each. `npm run
// mutants` for all areas, `-- limits` for one, `-- limits --code app/core/rate-limits/attempt-backoff.server.ts` for
// a file, `--anew` without the last run's results. docs/mutants.md names survivors that are accepted.

/** Minimum score in percent. */
const goal = 85;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { code: { type: "string" }, anew: { type: "boolean", default: false } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(areas, name));
if (unknown.length > 0) {
  console.error(`Areas: ${Object.keys(areas).join(", ")}`);
  process.exit(2);
}

/** A pattern without files means that the code was moved: it would silently be skipped. */
function filesOf(pattern: string): string[] {
  const [braces = "", names = ""] = /\{(.*)\}/.exec(pattern) ?? [];
  return names.split(",").flatMap((name) => {
    const namePattern = pattern.replace(braces, name);
    const files = globSync(namePattern);
    if (files.length === 0) throw new Error(`${namePattern} finds no file`);
    return files;
  });
}

const scores: [name: string, words: string][] = [];
for (const [name, { code, tests }] of Object.entries(areas)) {
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
  // Mutants that could not be loaded or run were noticed by no test.
  const tried = mutants.filter(({ status }) => !["Ignored", "CompileError", "RuntimeError"].includes(status));
  // On a busy machine these may be slow tests, not endless mutants.
  const late = tried.filter(({ status }) => status === "Timeout").length;
  const alive = tried.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  const score = tried.length > 0 ? (100 * (tried.length - alive.length)) / tried.length : 0;
  console.log(`\n${name}`);
  for (const { place, mutatorName, replacement, status } of alive) {
    const text = replacement.replaceAll(/\s+/g, " ").slice(0, 100);
    console.log(`  ${place} ${mutatorName} ${text}${status === "NoCoverage" ? " (no test goes there)" : ""}`);
  }
  scores.push([
    name,
    `${tried.length} mutants, ${tried.length - alive.length} killed (${late} by time), ${alive.length} survived, ${score.toFixed(1)} %`,
  ]);
  if (score < goal) process.exitCode = 1;
}
console.log();
for (const [name, label] of scores) console.log(`${name.padEnd(8)} ${label}`);
