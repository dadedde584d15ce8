import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// Lists the rows of docs/product/rows that no test names: `npm run coverage`, or of one area, `-- --area C-MSG`. A test
// names rows in square brackets in its title: test("[W-SAVE-1] …"), or [P-HOME-1, P-HOME-2].

const folder = "docs/product/rows";
const inBrackets = /\[([^[\]\n]*[A-Z]-[A-Z0-9]+-\d+[^[\]\n]*)\]/g;

export type Row = { file: string; text: string };

export function readRows(): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".md")))
    for (const [, id = "", text = ""] of readFileSync(join(folder, file), "utf8").matchAll(
      /^- \*\*([A-Z]-[A-Z0-9]+-\d+)\*\* (.+)$/gm,
    ))
      rows.set(id, { file, text });
  return rows;
}

/** Ids in test titles, each with a test file that names it. */
export function readTitles(): Map<string, string> {
  const named = new Map<string, string>();
  for (const path of globSync("{app,server,scripts,bench,test,e2e}/**/*.test.{ts,tsx}").sort())
    for (const [, text = ""] of readFileSync(path, "utf8").matchAll(inBrackets))
      for (const [id] of text.matchAll(/\b[A-Z]-[A-Z0-9]+-\d+/g)) named.set(id, path);
  return named;
}

export function readCoverage() {
  const rows = readRows();
  const named = readTitles();
  const unnamed = [...rows].filter(([id]) => !named.has(id));
  const unknown = [...named].filter(([id]) => !rows.has(id));
  const summary = `rows named by a test: ${rows.size - unnamed.length} of ${rows.size}, ${unknown.length} unknown ids`;
  return { rows, unnamed, unknown, summary };
}

function print(area: string) {
  const { rows, unnamed, unknown, summary } = readCoverage();
  for (const [id, { text }] of unnamed) if (id.startsWith(area)) console.log(`no test  ${id}  ${text}`);
  for (const [id, path] of unknown) console.log(`no such row  ${id}  (${path})`);
  for (const file of new Set([...rows.values()].map((row) => row.file))) {
    const all = [...rows].filter(([, row]) => row.file === file).length;
    const without = unnamed.filter(([, row]) => row.file === file).length;
    console.log(`${file}: ${all - without} of ${all}`);
  }
  console.log(summary);
}

if (import.meta.main) {
  const index = process.argv.indexOf("--area");
  print(index > 0 ? (process.argv[index + 1] ?? "") : "");
}
