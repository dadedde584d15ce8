import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordDoc, wordDocx, zipOf } from "../../test/harness/fakes/papers";
import { checkFile } from "./file-check.server";
import { defaultRules, extensionOf, namedAs } from "./file-rules";

const starts = {
  pdf: "%PDF-1.7\n",
  png: "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\0\0\0\0\0\0\0\0IDAT",
  jpg: "\xff\xd8\xff\xe0\0\x10JFIF\0",
  exe: "MZ\x90\0",
  gif: "GIF89a",
  none: "Dear officer, ",
};

const latin = (text: string, size = 2048) =>
  new Blob([Buffer.concat([Buffer.from(text, "latin1"), Buffer.alloc(size)]).subarray(0, size)]);
/** A file that begins as one of its kind does, filled up to a size in bytes. */
const file = (kind: keyof typeof starts, size?: number) => latin(starts[kind], size);
const zip = (...names: string[]) => new Blob([zipOf(names.map((name) => [name, Buffer.alloc(1200, "x")] as const))]);
const sheet = new Blob([wordDoc("Workbook")]);

const accepted = "Accepted types: pdf, jpg, jpeg, png, doc, docx";
const police = { ...defaultRules, extensions: ["pdf", "jpg", "jpeg", "png"] };
const refusal = (name: string, bytes: Blob, rules = defaultRules) =>
  checkFile(name, bytes, rules).then(
    () => "taken",
    ({ message }: Error) => message,
  );

describe("an uploaded file", () => {
  test.each([
    ["passport.pdf", file("pdf"), "application/pdf"],
    ["photo.JPEG", file("jpg"), "image/jpeg"],
    ["scan.png", file("png"), "image/png"],
    ["letter.doc", new Blob([wordDoc()]), "application/msword"],
    ["letter.docx", new Blob([wordDocx()]), "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ])("[W-UPLOAD-1] %s is accepted", async (name, bytes, contentType) => {
    expect(await checkFile(name, bytes)).toEqual({ extension: extensionOf(name), contentType });
  });

  test.each(["virus.exe", "notes.txt", "drawing.dwg", "song.mp3"])("[W-UPLOAD-2] %s is refused", async (name) => {
    expect(await refusal(name, file("none"))).toBe(`File type .${extensionOf(name)} is not allowed. ${accepted}`);
  });

  test("[W-UPLOAD-2] a field with its own list of formats names that list", async () => {
    const message = "File type .doc is not allowed. Accepted types: pdf, jpg, jpeg, png";
    expect(await refusal("letter.doc", new Blob([wordDoc()]), police)).toBe(message);
  });

  test("[W-UPLOAD-3, F-APPL-14] a file can have 10 MB and not a byte more, and the advice depends on its kind", async () => {
    expect(await refusal("a.pdf", file("pdf", 10_485_760))).toBe("taken");
    expect(await refusal("a.pdf", file("pdf", 10_485_761))).toMatch(/^File size exceeds 10MB limit\. Scan it at/);
    expect(await refusal("a", file("jpg", 10_485_761))).toMatch(/^File size exceeds 10MB limit\. .*a screenshot of it/);
  });

  test("[W-UPLOAD-4] a file needs at least 1 KB", async () => {
    expect(await refusal("a.pdf", file("pdf", 1024))).toBe("taken");
    expect(await refusal("a.pdf", file("pdf", 1023))).toBe("File is too small (minimum 1KB)");
  });

  test("[W-UPLOAD-5] a file is refused for its content, whatever its name", async () => {
    for (const [name, bytes] of [
      ["a.pdf", file("exe")],
      ["a.jpg", file("gif")],
      ["a.pdf", latin("<script>".repeat(300))],
      ["a.docx", latin("PK\x03\x04")],
    ] as const)
      expect(await refusal(name, bytes)).not.toBe("taken");
    expect(await refusal("a.pdf", file("none"))).toContain("not a readable .pdf file");
    expect(await refusal("a.pdf", new Blob([wordDoc()]), police)).toContain("This is a Word document, not a PDF.");
  });
});

describe("the content of a file", () => {
  const names = [
    "passport.jfif",
    "passport",
    "letter.pdf.",
    "image:1000023",
    "photo.heic",
    "virus.exe",
    ".pdf",
    "",
    "護照",
  ];
  const contents = [
    ["pdf", file("pdf")],
    ["jpg", file("jpg")],
    ["png", file("png")],
    ["doc", new Blob([wordDoc()])],
    ["docx", new Blob([wordDocx()])],
  ] as const;

  test("[F-FILE-1] accepted content has any name or none → it is accepted with its own extension", async () => {
    for (const [extension, bytes] of contents)
      for (const name of names) {
        expect(await checkFile(name, bytes), name).toMatchObject({ extension });
        expect(namedAs(name, extension), name).toMatch(new RegExp(`[^.]\\.${extension}$`));
      }
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.constantFrom(...contents),
        async (name, [, bytes]) => {
          const { extension } = await checkFile(name, bytes);
          expect(extensionOf(namedAs(name, extension))).toBe(extension);
        },
      ),
    );
  });

  test.each([
    ["passport.jfif", "jpg", "passport.jpg"],
    ["passport", "jpg", "passport.jpg"],
    ["letter.pdf.", "pdf", "letter.pdf"],
    ["LETTER.PDF", "pdf", "LETTER.PDF"],
    ["image:1000023", "png", "image:1000023.png"],
    ["photo.png", "jpg", "photo.jpg"],
    ["Letter of Dr. Smith", "pdf", "Letter of Dr. Smith.pdf"],
    ["scan 12.03.2024", "pdf", "scan 12.03.2024.pdf"],
    ["", "pdf", "file.pdf"],
  ])("[F-FILE-1] %j with the content of a .%s → it is stored as %j", (name, extension, stored) => {
    expect(namedAs(name, extension)).toBe(stored);
  });

  test("[F-FILE-2] a PDF has bytes before its header → it is accepted while the header is in its first 1,024 bytes", async () => {
    const bytes = fc.uint8Array({ maxLength: 1_015 }).map((all) => Buffer.concat([Buffer.from(" "), all]));
    await fc.assert(
      fc.asyncProperty(bytes, async (before) => {
        expect(await refusal("letter", new Blob([before, file("pdf")] as BlobPart[]))).toBe("taken");
      }),
    );
    for (const before of ["\n", "\xef\xbb\xbf", "\x1b%-12345X@PJL JOB\r\n", "HTTP/1.1 200 OK\r\n\r\n"])
      expect(await refusal("letter.pdf", latin(`${before}%PDF-1.4`))).toBe("taken");
    expect(await refusal("a.pdf", latin(`${" ".repeat(1024)}%PDF-1.4`))).toContain("not a readable .pdf file");
  });

  test.each([
    ["application.docx", zip("photo.jpg", "letter.pdf"), "This is a ZIP file, not a Word document. Open it"],
    ["papers.zip", zip("letter.pdf"), "This is a ZIP file. Open it, and choose the files in it one by one."],
    ["letter.docx", new Blob([wordDocx().subarray(0, 1500)]), "This is a ZIP file, not a Word document."],
    [
      "a.zip",
      new Blob([zipOf([["word/document.xml.pdf", deflateRawSync(Buffer.alloc(3000, "%PDF-1.4"))]])]),
      "a ZIP file.",
    ],
    ["letter.doc", latin("{\\rtf1\\ansi"), "This is an RTF document, not a Word document. Open it, save it as PDF"],
    ["letter.doc", latin("\n<!DOCTYPE html><p>"), "This is an HTML page, not a Word document."],
    ["budget.doc", sheet, "This is an Excel workbook, not a Word document."],
    ["budget.xlsx", zip("xl/workbook.xml"), "This is an Excel workbook. Open it, save it as PDF"],
    ["letter.odt", zip("mimetypeapplication/vnd.oasis.opendocument.text"), "This is an OpenDocument text."],
    ["letter.docx", new Blob([wordDoc("EncryptedPackage")]), "This is a document with a password"],
    ["scan.pdf", latin("GIF89a %PDF-1.4"), "This is a GIF picture, not a PDF. Save it as JPG"],
    ["photo.jpg", latin("RIFF\x10\0\0\0WEBPVP8 "), "This is a WEBP picture, not a JPEG picture."],
    ["scan.tif", latin("II*\0"), "This is a TIFF picture."],
    ["clip", latin("\0\0\0\x18ftypmp42"), "This is a video."],
    ["letter.pdf", latin("MZ %PDF-1.4"), "This is a program, not a PDF."],
    ["letter", file("none"), "We can’t tell what kind of file this is."],
  ])(
    "[F-FILE-1, F-APPL-14] %s is refused → the message names its true format and what to do",
    async (name, bytes, text) => {
      expect(await refusal(name, bytes)).toContain(text);
      expect(await refusal(name, bytes)).toContain(accepted);
    },
  );

  test("[U-KIND-2] a HEIC or AVIF picture is refused by its content, whatever its name, with how to get another", async () => {
    for (const name of ["IMG_1.HEIC", "photo.jpg", "scan.pdf", ""]) {
      for (const brand of ["heic", "heix", "hevc", "mif1", "msf1"])
        expect(await refusal(name, latin(`\0\0\0\x24ftyp${brand}`)), `${name} ${brand}`).toBe(
          "This is an iPhone picture (HEIC), which we can’t open. On the phone choose Settings, Camera, Formats, “Most Compatible” and take it again, or save it as a JPEG and choose that.",
        );
      for (const brand of ["avif", "avis", "mif1\0\0\0\0mif1avif", "msf1\0\0\0\0avis"])
        expect(await refusal(name, latin(`\0\0\0\x24ftyp${brand}`)), `${name} ${brand}`).toBe(
          "This is an AVIF picture, which we can’t open. Please save it as a JPEG or PNG and choose that.",
        );
    }
  });

  test("[U-KIND-3] an empty file is refused as such, also where a field has no minimum", async () => {
    const message =
      "This file is empty (0 bytes). If it is still in the cloud, open it once on this device, then choose it again.";
    for (const rules of [defaultRules, { ...defaultRules, minimum: 1 }])
      expect(await refusal("passport.jpg", new Blob([]), rules)).toBe(message);
    expect(await refusal("passport.jpg", file("jpg", 1))).not.toBe(message);
  });
});
