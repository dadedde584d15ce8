import { expect, test } from "vitest";
import { wideComments } from "../../scripts/check.ts";

test("a comment over 120 columns is named by its line; a long text is none", () => {
  const long = "x".repeat(130);
  expect(wideComments({ file: "a.ts", lines: ["// short", `  // ${long}`, `const a = "${long}";`] })).toEqual([
    "a.ts:2 is over 120 columns",
  ]);
});
