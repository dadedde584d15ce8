import { expect, test } from "vitest";
import { openPassportReader } from "~/applications/passport/reading/reader.server";
import { needsDebian } from "../harness/debian-packages";
import { ocrFont } from "../harness/fakes/passport-pages";
import { measurePages } from "../harness/fakes/passport-rates";

needsDebian(ocrFont);

test("[U-MRZ-14] drawn pages are read whole however they were photographed, and nothing of cut or covered lines", async () => {
  const read = await openPassportReader();
  const unread: string[] = [];
  const rates = await measurePages(
    (picture) => read(picture, "2026-11-30"),
    5,
    (text) => unread.push(text),
  );
  // The same pages each time: `npm run bench -- documents` measures forty of each.
  for (const look of ["straight", "turned", "tilted", "blurred", "dim"] as const)
    expect([look, rates[look].whole >= 4 || unread]).toEqual([look, true]);
  expect([rates.cut.offered, rates.glare.offered]).toEqual([0, 0]);
  expect(Object.values(rates).map(({ wrong }) => wrong)).toEqual(Array(7).fill(0));
});
