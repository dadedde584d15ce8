import { expect, test } from "vitest";
import { FileRefused } from "./file-check.server";
import { acceptOf, defaultRules, extensionOf, formatFileRules, shortened } from "./file-rules";
import { judgeFile } from "./judge-file";

test.each([
  ["passport.PDF", "pdf"],
  ["my.passport.jpeg", "jpeg"],
  [" scan.png ", "png"],
  [".pdf", "pdf"],
  ["passport", ""],
  ["passport.", ""],
  ["letter.pdf. ", "pdf"],
  ["folder.pdf/passport", ""],
  ["folder.pdf\\passport", ""],
  ["", ""],
])("the extension of %j is %j", (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});

test("[W-UPLOAD-1, F-FILE-1] the rules are formatted as text and for the file chooser, by extension and content type", () => {
  expect(formatFileRules(defaultRules)).toBe("PDF, JPG, JPEG, PNG, DOC or DOCX, up to 10 MB");
  expect(acceptOf(defaultRules).split(",").slice(0, 6)).toEqual([".pdf", ".jpg", ".jpeg", ".png", ".doc", ".docx"]);
  expect(acceptOf({ ...defaultRules, extensions: ["pdf", "jpg", "png"] })).toBe(
    ".pdf,.jpg,.png,application/pdf,.jfif,.jpe,.pjpeg,.pjp,image/jpeg,image/png",
  );
});

test("[W-UPLOAD-2, W-UPLOAD-3, W-UPLOAD-4] problems are found by content and size, the content first", async () => {
  const rules = { extensions: ["pdf"], minimum: 2048, maximum: 2 * 1024 * 1024 };
  const problem = (name: string, start: string, size: number) =>
    judgeFile(name, new Blob([start.padEnd(size, " ")]), rules);
  expect(await problem("a.exe", "MZ", 5)).toMatchObject({
    problem: "type",
    message: "File type .exe is not allowed. Accepted types: pdf",
  });
  expect(await problem("a.pdf", "%PDF-1.7", 2 * 1024 * 1024 + 1)).toMatchObject({
    problem: "too large",
    message: expect.stringMatching(/^File size exceeds 2MB limit/),
  });
  expect(await problem("a.pdf", "%PDF-1.7", 2047)).toMatchObject({
    problem: "too small",
    message: "File is too small (minimum 2KB)",
  });
  for (const size of [2048, 2 * 1024 * 1024])
    expect(await problem("a.pdf", "%PDF-1.7", size)).toMatchObject({ extension: "pdf" });
});

test("a refusal has its problem's kind, for features with their own messages", () => {
  expect(new FileRefused("virus", "A virus was found")).toMatchObject({
    problem: "virus",
    message: "A virus was found",
  });
});

test("[F-FILE-1] a name of any length ends with its content's extension, and never keeps another one before it", () => {
  for (let length = 130; length <= 160; length++) {
    const name = shortened(`${"a".repeat(length)}.hta.pdf`);
    expect([length, name.length <= 150, extensionOf(name)]).toEqual([length, true, "pdf"]);
  }
  expect(shortened("a".repeat(200))).toBe("a".repeat(150));
});
