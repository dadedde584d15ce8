import { registerHooks } from "node:module";
import type { Entry } from "../app/db/data-inventory/entry.ts";
import type { Rule, RuleName } from "../app/db/data-inventory/rules.ts";
import { findWithoutEnding } from "./check-register.ts";

// Prints the data inventory as Markdown: `npm run data > data.md`. Not in docs/, where it could be older than the code.
registerHooks(findWithoutEnding);
const { register } = await import("../app/db/data-inventory/register.ts");
const { rules, describeRule, isNotAppliedYet } = await import("../app/db/data-inventory/rules.ts");
const { people, purposes, sensitivities } = await import("../app/db/data-inventory/terms.ts");

const bare = (name: string) => name.replaceAll("_", "\\_");

/** Rules by name; the beginning explains each once. */
function line({ column, is, of, why, keeps, sensitive }: Entry): string {
  const subjects = of.map((person) => people[person]).join(", ");
  const description = sensitive ? `${is} **(${sensitivities[sensitive].words})**` : is;
  return `| ${bare(column)} | ${description} | ${subjects} | ${why} | ${keeps.join(", ")} |`;
}

function rule(name: RuleName): string {
  const { row = "", open }: Rule = rules[name];
  const state = open ? "the owner has to decide" : isNotAppliedYet(name) ? "not yet" : "yes";
  return `| ${name} | ${describeRule(name)} | ${row} | ${state} |`;
}

const heads = (...names: string[]) => [`| ${names.join(" | ")} |`, `|${" --- |".repeat(names.length)}`];
const byTable = Map.groupBy(register, ({ table }) => table);

console.log(
  [
    "# What the database holds",
    "",
    `${byTable.size} tables with ${register.length} columns; whose they are, why they are there, and for how long.`,
    "",
    "## How long",
    "",
    "Jobs run at night: what is due goes in the night after.",
    "",
    ...heads("name", "how long, and what then", "row", "does the program do it"),
    ...(Object.keys(rules) as RuleName[]).map(rule),
    "",
    "## Why",
    "",
    "The grounds are proposals: neither the owner nor a lawyer has confirmed them.",
    "",
    ...heads("name", "purpose", "ground"),
    ...Object.entries(purposes).map(([name, { words, ground }]) => `| ${name} | ${words} | ${ground} |`),
    ...[...byTable].flatMap(([table, entries]) => [
      "",
      `## ${bare(table)}`,
      "",
      ...heads("column", "what it is", "whose", "why", "how long"),
      ...entries.map(line),
    ]),
  ].join("\n"),
);
