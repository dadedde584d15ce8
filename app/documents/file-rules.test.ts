import { expect, test } from "vitest";
import { FileRefused } from "./file-check.server";
import { acceptOf, defaultRules, extensionOf, problemOfFile, rulesInWords } from "./file-rules";

test.each([
  ["passport.PDF", "pdf"],
  ["my.passport.jpeg", "jpeg"],
  [" scan.png ", "png"],
  [".pdf", "pdf"],
  ["passport", ""],
  ["passport.", ""],
  ["folder.pdf/passport", ""],
  ["folder.pdf\\passport", ""],
  ["", ""],
])("the extension of %j is %j", (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});

test("[W-UPLOAD-1] the rules in words, and as the file chooser takes them", () => {
  expect(rulesInWords(defaultRules)).toBe("PDF, JPG, JPEG, PNG, DOC or DOCX, up to 10 MB");
  expect(acceptOf(defaultRules)).toBe(".pdf,.jpg,.jpeg,.png,.doc,.docx");
});

test("[W-UPLOAD-2, W-UPLOAD-3, W-UPLOAD-4] what is wrong is told by name and size, the type first", () => {
  const rules = { extensions: ["pdf"], minimum: 2048, maximum: 2 * 1024 * 1024 };
  expect(problemOfFile("a.exe", 0, rules)).toEqual({
    problem: "type",
    message: "File type .exe is not allowed. Accepted types: pdf",
  });
  expect(problemOfFile("a.pdf", 2 * 1024 * 1024 + 1, rules)).toEqual({
    problem: "too large",
    message: "File size exceeds 2MB limit",
  });
  expect(problemOfFile("a.pdf", 2047, rules)).toEqual({
    problem: "too small",
    message: "File is too small (minimum 2KB)",
  });
  expect([problemOfFile("a.pdf", 2048, rules), problemOfFile("a.pdf", 2 * 1024 * 1024, rules)]).toEqual([
    undefined,
    undefined,
  ]);
});

test("a refusal names its problem for features that have words of their own", () => {
  expect(new FileRefused("virus", "A virus was found")).toMatchObject({
    problem: "virus",
    message: "A virus was found",
  });
});
