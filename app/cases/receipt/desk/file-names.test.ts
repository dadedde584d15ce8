import fc from "fast-check";
import { expect, test } from "vitest";
import { OwnNames, safeName } from "./file-names";

test("[C-RCPT-7] names that Windows doesn't allow are changed, and no two differ only by case", () => {
  expect(["a/b\\c:d.pdf", "CON", "nul.txt", "Passport. ", "..", "", "Reçu «1».pdf"].map(safeName)).toEqual([
    "a_b_c_d.pdf",
    "_CON",
    "_nul.txt",
    "Passport",
    "document",
    "document",
    "Reçu «1».pdf",
  ]);
  const names = new OwnNames();
  const inputs = ["missing.txt", "letter.pdf", "Letter.PDF", "letter.pdf", "letter (2).pdf", "MISSING.TXT"];
  expect(inputs.map((name) => names.take(name))).toEqual([
    "missing.txt",
    "letter.pdf",
    "Letter (2).PDF",
    "letter (3).pdf",
    "letter (2) (2).pdf",
    "MISSING (2).TXT",
  ]);
});

test("[C-RCPT-7] any file names become unique names that every system can unpack", () => {
  const name = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("aux", "COM1.x", "x".repeat(300), `${"陳".repeat(140)}.pdf`, "../../a", ".a"),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), (all) => {
      const names = new OwnNames();
      const chosen = all.map((name) => names.take(name));
      expect(new Set(chosen.map((name) => name.toLowerCase())).size).toBe(all.length);
      for (const name of chosen) {
        expect(name).toMatch(/^[^<>:"/\\|?*\p{Cc}]+$/u);
        expect(name).not.toMatch(/^\.|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        expect(Buffer.byteLength(name)).toBeLessThan(256);
        expect(name.isWellFormed()).toBe(true);
      }
    }),
  );
});
