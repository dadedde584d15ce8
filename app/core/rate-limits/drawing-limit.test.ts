import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { refuseDrawing } from "./drawing-limit.server";

testDatabase();

test("[F-LIMIT-1, F-SAFE-15] a holder's 31st rendering in an hour is refused, from any IP; another holder is unaffected", async () => {
  for (let drawn = 1; drawn <= 30; drawn++)
    expect(await refuseDrawing({ address: `203.0.113.${drawn}`, holder: "one", of: "application" })).toBeUndefined();
  const refused = await refuseDrawing({ address: "198.51.100.1", holder: "one", of: "application" });
  expect([refused?.status, Number(refused?.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect(await refused?.text()).toMatch(
    /^Too many files were downloaded for this application\. Please try again in an hour\.\n$/,
  );
  expect(await refuseDrawing({ address: "198.51.100.1", holder: "two", of: "application" })).toBeUndefined();
});

/** What draws a PDF or a ZIP, called or passed on. */
const drawing =
  /\b(agreementPdf|casePdf|invoicePdf|pdfOfPages|receiptPdf|zipCase|zipClient|zipInquiry|zipSubscriber)\b/;
const sources = globSync("app/**/*.{ts,tsx}")
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

test("[F-SAFE-15] every route that renders a PDF or a ZIP checks the limit", () => {
  // What answers with a PDF for several routes checks it for them.
  const checked = /\b(refuseDrawing|respondWithPdf|servePages)\(/;
  const routes = sources.filter(({ text }) => /export (async function|function|const) (loader|action)\b/.test(text));
  const drawn = routes.filter(({ text }) => drawing.test(text));
  expect(drawn.length).toBeGreaterThan(5);
  expect(drawn.filter(({ text }) => !checked.test(text)).map(({ path }) => path)).toEqual([]);
  const shared = sources.filter(({ text }) => /export async function (respondWithPdf|servePages)\b/.test(text));
  expect(shared).toHaveLength(2);
  for (const { path, text } of shared) expect(text.includes("await refuseDrawing("), path).toBe(true);
});
