import { describe, expect, test } from "vitest";
import { checkFile } from "./file-check.server";
import { defaultRules, extensionOf } from "./file-rules";

const starts = {
  pdf: "%PDF-1.7\n",
  png: "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\0\0\0\0\0\0\0\0IDAT",
  jpg: "\xff\xd8\xff\xe0\0\x10JFIF\0",
  doc: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
  exe: "MZ\x90\0",
  gif: "GIF89a",
};

/** A file that begins as one of its kind does, filled up to a size in bytes. */
function file(kind: keyof typeof starts, size = 2048) {
  return new Blob([Buffer.concat([Buffer.from(starts[kind], "latin1"), Buffer.alloc(size)]).subarray(0, size)]);
}

const accepted = "Accepted types: pdf, jpg, jpeg, png, doc, docx";
const police = { ...defaultRules, extensions: ["pdf", "jpg", "jpeg", "png"] };

describe("a file that is uploaded", () => {
  test.each([
    ["passport.pdf", "pdf", "application/pdf"],
    ["photo.JPEG", "jpg", "image/jpeg"],
    ["scan.png", "png", "image/png"],
    ["letter.doc", "doc", "application/msword"],
  ] as const)("[W-UPLOAD-1] %s is accepted", async (name, kind, contentType) => {
    expect(await checkFile(name, file(kind))).toEqual({ extension: extensionOf(name), contentType });
  });

  test.each(["virus.exe", "page.html", "drawing.svg", "clip.gif"])("[W-UPLOAD-2] %s is refused", async (name) => {
    const message = `File type .${extensionOf(name)} is not allowed. ${accepted}`;
    await expect(checkFile(name, file("pdf"))).rejects.toThrow(message);
  });

  test("[W-UPLOAD-2] a field with a list of its own names that list", async () => {
    const refused = checkFile("letter.doc", file("doc"), police);
    await expect(refused).rejects.toThrow("File type .doc is not allowed. Accepted types: pdf, jpg, jpeg, png");
  });

  test("[W-UPLOAD-3] may have 10 MB and not a byte more", async () => {
    await expect(checkFile("a.pdf", file("pdf", 10_485_760))).resolves.toBeTruthy();
    await expect(checkFile("a.pdf", file("pdf", 10_485_761))).rejects.toThrow(/^File size exceeds 10MB limit$/);
  });

  test("[W-UPLOAD-4] has 1 KB at least", async () => {
    await expect(checkFile("a.pdf", file("pdf", 1024))).resolves.toBeTruthy();
    await expect(checkFile("a.pdf", file("pdf", 1023))).rejects.toThrow(/^File is too small \(minimum 1KB\)$/);
  });

  test("[W-UPLOAD-5] is refused for its content, whatever its name says", async () => {
    await expect(checkFile("a.pdf", file("exe"))).rejects.toThrow(`File type .exe is not allowed. ${accepted}`);
    await expect(checkFile("a.jpg", file("gif"))).rejects.toThrow(`File type .gif is not allowed. ${accepted}`);
    await expect(checkFile("a.pdf", new Blob(["<script>".repeat(300)]))).rejects.toThrow("not a readable .pdf file");
    await expect(checkFile("a.pdf", file("doc"), police)).rejects.toThrow("File type .doc is not allowed");
  });

  test("is taken for what it is when its name says another accepted type", async () => {
    expect(await checkFile("photo.png", file("jpg"))).toEqual({ extension: "jpg", contentType: "image/jpeg" });
  });
});
