import { globSync, readdirSync, readFileSync } from "node:fs";
import { readRows } from "./coverage.ts";

const cited = {
  /** `W-MIG-12, -14` and `A-SVC-11 to -18` are two rows each. A pattern of letters and digits is none. */
  rows: /(?<![\w-])(?!A-Z0-9)[A-Z]-[A-Z0-9]+-\d+\b(?:(?:, | and | to )-\d+\b)*/g,
  design: /(?<![\w-])D[1-9]\d?(?![\w-])/g,
  records: /\bdecisions? (\d+)/gi,
};

const everything = ["{app,server,scripts,test,e2e,bench,docs,deploy}/**/*.{ts,tsx,mjs,md,sql,css}", "*.{md,ts}"];

function missing(patterns: string[]): string[] {
  const rows = readRows();
  const decisions = [...readFileSync("docs/product/design.md", "utf8").matchAll(/^- \*\*(D\d+)\*\* /gm)];
  const design = new Set(decisions.map(([, number]) => number));
  const records = new Set(readdirSync("docs/decisions").map((name) => name.slice(0, 4)));
  return globSync(patterns).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const unknownRows = [...text.matchAll(cited.rows)].flatMap(([found]) => {
      const [first = "", ...more] = found.split(/(?:, | and | to )(?=-)/);
      return [first, ...more.map((end) => first.replace(/-\d+$/, end))].filter((id) => !rows.has(id));
    });
    const unknownDesign = [...text.matchAll(cited.design)]
      .map(([found]) => found)
      .filter((found) => !design.has(found));
    const unknownRecords = [...text.matchAll(cited.records)]
      .filter(([, number = ""]) => !records.has(number))
      .map(([found]) => found);
    return [...unknownRows, ...unknownDesign, ...unknownRecords].map((citation) => `${file} cites ${citation}`);
  });
}

export function checkRows(): string | undefined {
  const ours = globSync(everything).filter((file) => !file.startsWith("test/boundaries/"));
  const found = missing(ours);
  if (found.length > 0) return found.join("\n");
  // Proves that the check finds what is missing.
  return missing(["test/boundaries/app/site/no-such-row.ts"]).length === 4
    ? undefined
    : "the check did not see a missing row";
}

const idsOfTitle = /\[([A-Z]-[A-Z0-9]+-\d+(?:,\s*[A-Z]-[A-Z0-9]+-\d+)*)\]/g;

/** A test with more rows proves some of them only incidentally, or not at all. */
function crowdedTitles(files: string[]): string[] {
  return files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(idsOfTitle)]
      .map(([, ids = ""]) => ids.split(","))
      .filter((ids) => ids.length > 3)
      .map((ids) => `${file}: a title names ${ids.length} rows, three at most (${ids[0]} …)`),
  );
}

export function checkTitles(): string | undefined {
  const found = crowdedTitles(globSync("{app,server,scripts,bench,test,e2e}/**/*.test.{ts,tsx}"));
  if (found.length > 0) return found.join("\n");
  return crowdedTitles(["test/boundaries/app/site/four-rows.ts"]).length === 1
    ? undefined
    : "the check did not see a title with four rows";
}
