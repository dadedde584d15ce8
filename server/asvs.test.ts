import { existsSync, readFileSync } from "node:fs";
import { normalize } from "node:path";
import { expect, test } from "vitest";
import { readTitles } from "../scripts/coverage.ts";

/** The requirements of OWASP ASVS 5.0 by level: `1.2.1,2` is 1.2.1 and 1.2.2. */
const levels: Record<string, string> = {
  "1": `1.2.1,2,3,4,5 1.3.1,2 1.5.1 2.1.1 2.2.1,2 2.3.1 3.2.1,2 3.3.1 3.4.1,2 3.5.1,2,3 4.1.1 4.4.1 5.2.1,2 5.3.1,2 6.1.1
    6.2.1,2,3,4,5,6,7,8 6.3.1,2 6.4.1,2 7.2.1,2,3,4 7.4.1,2 8.1.1 8.2.1,2 8.3.1 9.1.1,2,3 9.2.1 10.4.1,2,3,4,5 11.3.1,2
    11.4.1 12.1.1 12.2.1,2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`,
  "2": `1.1.1,2 1.2.6,7,8,9 1.3.3,4,5,6,7,8,9,10,11 1.4.1,2,3 1.5.2 2.1.2,3 2.2.3 2.3.2,3,4 2.4.1 3.3.2,3,4 3.4.3,4,5,6 3.5.4,5
    3.7.1,2 4.1.2,3 4.2.1 4.3.1,2 4.4.2,3,4 5.1.1 5.2.3 5.4.1,2,3 6.1.2,3 6.2.9,10,11,12 6.3.3,4 6.4.3,4 6.5.1,2,3,4,5
    6.6.1,2,3 6.8.1,2,3,4 7.1.1,2,3 7.3.1,2 7.4.3,4,5 7.5.1,2 7.6.1,2 8.1.2 8.2.3 8.4.1 9.2.2,3,4 10.1.1,2 10.2.1,2
    10.3.1,2,3,4 10.4.6,7,8,9,10,11 10.5.1,2,3,4,5 10.6.1,2 10.7.1,2,3 11.1.1,2 11.2.1,2,3 11.3.3 11.4.2,3,4 11.5.1 11.6.1
    12.1.2,3 12.3.1,2,3,4 13.1.1 13.2.1,2,3,4,5 13.3.1,2 13.4.2,3,4,5 14.1.1,2 14.2.2,3,4 14.3.2,3 15.1.2,3 15.2.2,3
    15.3.2,3,4,5,6,7 16.1.1 16.2.1,2,3,4,5 16.3.1,2,3,4 16.4.1,2,3 16.5.1,2,3 17.1.1 17.2.1,2,3,4 17.3.1,2`,
};
const chapters = Object.entries(levels).flatMap(([level, sections]) =>
  sections.split(/\s+/).flatMap((section) => {
    const [, of = "", numbers = ""] = /^(\d+\.\d+)\.(.+)$/.exec(section) ?? [];
    return numbers.split(",").map((number) => `${of}.${number} ${level}`);
  }),
);
const whole = readFileSync("docs/security.md", "utf8");
const lines = whole
  .split("\n")
  .flatMap((line) => (/^\| \d+\.\d+\.\d+ \|/.test(line) ? [line.split("|").map((cell) => cell.trim())] : []));

test("[V-PAGE-4] each requirement of ASVS 5.0 levels 1 and 2 has one line, which says how it is met or that it is not", () => {
  expect(chapters).toHaveLength(253);
  expect(lines.map(([, id, level]) => `${id} ${level}`).sort()).toEqual(chapters.toSorted());
  for (const [, id, , what, how] of lines) expect([id, what !== "", how !== ""]).toEqual([id, true, true]);
});

test("[V-PAGE-4] each requirement that is met names its proof", () => {
  const met = lines.filter(([, , , , how = ""]) => !/^(does not apply|\*\*does not hold\*\*)/.test(how));
  expect(met.length).toBeGreaterThan(150);
  expect(met.filter(([, , , , , proof]) => proof === "").map(([, id]) => id)).toEqual([]);
});

/** `V-ATK-1 to V-ATK-3` is three rows, `V-MFA-9, -10` two. */
function rowsIn(text: string): string[] {
  const cited = text.matchAll(/(?<![\w-])([A-Z]-[\dA-Z]+)-(\d+)\b((?: to [A-Z]-[\dA-Z]+-\d+|(?:, | and | to )-\d+)*)/g);
  return [...cited].flatMap(([, area = "", first = "", more = ""]) => {
    const numbers = [Number(first)];
    for (const [, between, number] of more.matchAll(/(, | and | to )(?:[A-Z]-[\dA-Z]+)?-(\d+)/g)) {
      const [from, to] = [numbers.at(-1) ?? 0, Number(number)];
      if (between === " to ") numbers.push(...Array.from({ length: to - from }, (_, index) => from + index + 1));
      else numbers.push(to);
    }
    return numbers.map((number) => `${area}-${number}`);
  });
}

test("[V-PAGE-4] every row that the document names is in a test's title", () => {
  expect(rowsIn("V-ATK-1 to V-ATK-3, V-MFA-9, -10 and A-USERS-6")).toEqual([
    ...["V-ATK-1", "V-ATK-2", "V-ATK-3", "V-MFA-9", "V-MFA-10", "A-USERS-6"],
  ]);
  const titles = readTitles();
  const named = rowsIn(whole);
  expect(new Set(named).size).toBeGreaterThan(60);
  expect([...new Set(named)].filter((id) => !titles.has(id))).toEqual([]);
});

test("[V-PAGE-4] every file and folder that the document names exists", () => {
  const ours = /^(app|bench|deploy|docs|e2e|server|scripts|test)\/[\w/.-]+$/;
  const quoted = [...whole.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text).filter((text) => ours.test(text));
  const linked = [...whole.matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => normalize(`docs/${path}`));
  expect(quoted.filter((path) => path.includes(".test.")).length).toBeGreaterThan(60);
  expect([...quoted, ...linked].filter((path) => !existsSync(path))).toEqual([]);
});
