import { expect, test } from "vitest";
import { crowdedFolders, wideComments } from "../../scripts/check.ts";

const made = (folder: string, count: number) => Array.from({ length: count }, (_, i) => `${folder}/file-${i}.ts`);

test("a folder of 26 files is named, one of 25 with folders in it is not", () => {
  const files = [...made("app/large", 26), ...made("app/small", 25), ...made("app/small/inside", 25)];
  expect(crowdedFolders(files)).toBe("app/large has 26 files side by side, 25 at most");
  expect(crowdedFolders(files, 30)).toBeUndefined();
});

test("a comment over 120 columns is named by its line; a long text is none", () => {
  const long = "x".repeat(130);
  expect(wideComments({ file: "a.ts", lines: ["// short", `  // ${long}`, `const a = "${long}";`] })).toEqual([
    "a.ts:2 is over 120 columns",
  ]);
});
