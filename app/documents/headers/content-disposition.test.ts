import fc from "fast-check";
import { expect, test } from "vitest";
import { contentDisposition } from "./content-disposition";

test("[W-UPLOAD-13] a file's name is sent in ASCII and in full", () => {
  expect(contentDisposition("inline", "Résumé & passport (1).pdf")).toBe(
    `inline; filename="Resume & passport (1).pdf"; filename*=UTF-8''R%C3%A9sum%C3%A9%20%26%20passport%20%281%29.pdf`,
  );
});

test("no file name can end the header or start another one", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (name) => {
      const header = contentDisposition("attachment", name);
      expect(header).toMatch(
        /^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''(?:[\w.~$&+^`|#-]|%[0-9A-F]{2})*$/,
      );
      expect(() => new Headers({ "Content-Disposition": header })).not.toThrow();
      const full = /''(.*)$/.exec(header)?.[1] ?? "";
      expect(decodeURIComponent(full)).toBe(name.toWellFormed());
    }),
  );
});
