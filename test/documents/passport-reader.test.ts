import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";

const { resolve } = createRequire(import.meta.url);
const folder = "build/client";

/** A text that each part of the reader has, however it is packed: Tesseract, and what knows the two lines. */
const marks = { tesseract: "TessBaseAPI", mrz: "Falkland Islands (the) [Malvinas]" };

test("[U-MRZ-3] no file that a page could load has anything of the reader of passport pages", () => {
  // The marks are in what the server uses.
  expect(readFileSync(resolve("tesseract.js-core/tesseract-core-simd"), "utf8")).toContain(marks.tesseract);
  expect(readFileSync(new URL("generated/states.js", import.meta.resolve("mrz")), "utf8")).toContain(marks.mrz);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  expect(paths.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(50);
  expect(paths.filter((path) => /tesseract|traineddata|\.wasm/.test(path))).toEqual([]);
  for (const path of paths.filter((path) => /\.(?:m?js|json|html)$/.test(path))) {
    const text = readFileSync(path, "utf8");
    for (const mark of Object.values(marks)) expect(text.includes(mark), `${mark} in ${path}`).toBe(false);
  }
});
