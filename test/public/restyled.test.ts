import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const assets = "build/client/assets";

/**
 * The selectors that say of an element only whose child it is, where the parent is told by its place at the end: each
 * child that arrives changes which is the last one, and a browser then styles everything again that lies below.
 */
const restyling = (css: string) =>
  [...css.matchAll(/(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[^{},()])+/g)]
    .map(([selector]) => selector.trim())
    .filter((selector) =>
      /:(?:last|only|nth-last)-(?:child|of-type)(?:\([^)]*\))?[^\s>+~]*\s*[\s>+~]\s*(?:\*|:(?!where|is))/.test(
        selector,
      ),
    );

test("no stylesheet makes the browser restyle a long list's rows while it arrives", () => {
  expect(restyling(".a tr:not(:last-child)>*{}.b tr:last-child > :first-child{}")).toHaveLength(2);
  const more = ".t tr:last-child:hover>*{}tr:not(:last-child)[data-selected]>*{}tr:is(:last-child,.x)>*{}";
  expect(restyling(more)).toHaveLength(3);
  expect(restyling(".a tr:not(:last-child)>:where(td,th){}.b>:last-child{}.c li:last-child a{}")).toEqual([]);
  const sheets = readdirSync(assets).filter((name) => name.endsWith(".css"));
  expect(sheets.length).toBeGreaterThan(0);
  for (const name of sheets) expect(restyling(readFileSync(join(assets, name), "utf8")), name).toEqual([]);
});
