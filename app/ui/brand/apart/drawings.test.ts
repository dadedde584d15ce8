import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawingsFile } from "~/ui/brand/apart/drawings";

test.each(["pages", "home"] as const)(
  "%s.svg is what the code draws; if not, run `node scripts/drawings.ts`",
  (file) => {
    expect(readFileSync(`app/ui/brand/apart/${file}.svg`, "utf8")).toBe(drawingsFile(file));
  },
);
