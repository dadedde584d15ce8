import { buffer } from "node:stream/consumers";
import { constants, crc32, deflateRawSync, deflateSync } from "node:zlib";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { wordDocx } from "../../../test/harness/fakes/papers";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { inspectFile, picturesOfPdf, uprightPicture } from "./inspect.server";

// The inspection reads the setting of the hints.
testDatabase();

type Draw = (pdf: PDFKit.PDFDocument) => void;

/** A PDF as a program writes it. */
function drawn(draw: Draw, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument(options);
  draw(document);
  document.end();
  return buffer(document as never);
}
const letter: Draw = (pdf) => pdf.text("Dear officer,").addPage().text("Yours");

/** The parts of a PDF with objects, without a cross-reference table, which readers make again. */
const pdfOf = (...objects: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    ...objects.map((object) => Buffer.from(object)),
    Buffer.from("\ntrailer << /Root 1 0 R >>\n%%EOF\n"),
  ]);
const root = "1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n";
const pages = "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n";
const page = "3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >> endobj\n";
const stream = (number: number, entries: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj << ${entries} /Filter /FlateDecode /Length ${bytes.length} >> stream\n`),
    bytes,
    Buffer.from("\nendstream endobj\n"),
  ]);

const inspect = (bytes: Uint8Array, type = "application/pdf") =>
  inspectFile(new Blob([new Uint8Array(bytes)]), type).then(
    ({ state, hints }) => [state, ...hints.map(({ code }) => code)].join(" "),
    ({ message }: Error) => message,
  );
/** Without the hints about its quality. */
const inspectPicture = async (bytes: Uint8Array) => (await inspect(bytes, "image/jpeg")).replace(/^yes .*/, "yes");

const damaged = "This picture is damaged or incomplete. Please choose it again, or take it again.";
const locked =
  "This PDF is protected with a password, so we can’t open it. Save a copy without the password, for example with Print and “Save as PDF”, and choose that.";
const noPage = "This PDF is damaged: it has no page that can be read. Please save or scan it again.";

describe("a PDF", () => {
  test("[U-KIND-6] a whole PDF is accepted without a hint, and so is a Word document", async () => {
    expect(await inspect(await drawn(letter))).toBe("yes");
    expect(await inspect(pdfOf(root, pages, page))).toBe("yes");
    const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    expect(await inspect(wordDocx(), docx)).toBe("yes");
  });

  test("[U-KIND-6] a PDF that breaks off is accepted with a hint while it has a page, and refused without one", async () => {
    const whole = await drawn(letter);
    const lastPage = whole.lastIndexOf("/Type /Page\n");
    for (const end of [whole.length - 7, whole.length - 100, lastPage + 400])
      expect(await inspect(whole.subarray(0, end)), `to byte ${end}`).toBe("yes incomplete");
    expect(await inspect(whole.subarray(0, whole.indexOf("/Type /Page")))).toBe(noPage);
    expect(await inspect(Buffer.from(`%PDF-1.7\n${"x".repeat(2000)}\n%%EOF`))).toBe(noPage);
    expect(await inspect(pdfOf(root, "2 0 obj << /Type /Pages /Kids [] /Count 0 >> endobj\n"))).toBe(noPage);
  });

  test("[U-KIND-6] a PDF with a page that is missing, a root that is lost or an object that can’t be read is accepted with a hint", async () => {
    const two = pages.replace("3 0 R", "3 0 R 9 0 R").replace("Count 1", "Count 2");
    expect(await inspect(pdfOf(root, two, page))).toBe("yes incomplete");
    expect(await inspect(pdfOf(pages, page))).toBe("yes incomplete");
    expect(await inspect(pdfOf(root, pages, page, "5 0 obj << /A (open >> endobj\n"))).toBe("yes incomplete");
    // A tree with a circle ends.
    expect(await inspect(pdfOf(root, pages.replace("3 0 R", "2 0 R 3 0 R"), page))).toBe("yes");
  });

  test.each(["1.3", "1.4", "1.6", "1.7", "1.7ext3"] as const)(
    "[U-KIND-5] a PDF %s that needs a password is refused, and one that only restricts printing is accepted",
    async (pdfVersion) => {
      expect(await inspect(await drawn(letter, { pdfVersion, userPassword: "secret" }))).toBe(locked);
      expect(await inspect(await drawn(letter, { pdfVersion, ownerPassword: "secret" }))).toBe("yes");
    },
  );
});

const red = { create: { width: 640, height: 400, channels: 3, background: "#a33" } } as const;
const noise = { ...red.create, noise: { type: "gaussian", mean: 128, sigma: 40 } } as const;
const photo = sharp({ create: noise });
const pictures = async (): Promise<[string, Buffer][]> => [
  ["JPEG", await photo.clone().jpeg().toBuffer()],
  ["progressive JPEG", await photo.clone().jpeg({ progressive: true }).toBuffer()],
  ["JPEG in CMYK", await photo.clone().toColourspace("cmyk").jpeg().toBuffer()],
  ["PNG", await photo.clone().png().toBuffer()],
  ["interlaced PNG", await photo.clone().png({ progressive: true }).toBuffer()],
  ["PNG with 16 bits", await photo.clone().toColourspace("rgb16").png().toBuffer()],
];

describe("a picture", () => {
  test("[U-KIND-4] a picture is accepted whole, also with bytes after its end, and refused when it breaks off or can’t be read", async () => {
    for (const [name, bytes] of await pictures()) {
      expect(await inspectPicture(bytes), name).toBe("yes");
      expect(await inspectPicture(Buffer.concat([bytes, Buffer.alloc(3000, " ")])), `${name} and more`).toBe("yes");
      for (const part of [0.02, 0.5, 0.9])
        expect(await inspectPicture(bytes.subarray(0, Math.floor(bytes.length * part))), `${part} of ${name}`).toBe(
          damaged,
        );
    }
    expect(await inspectPicture(Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.alloc(2000)]))).toBe(damaged);
  });

  test("[U-KIND-4] a picture with warnings that decodes whole is accepted", async () => {
    const [[, jpeg] = ["", Buffer.alloc(0)], , , [, png] = ["", Buffer.alloc(0)]] = await pictures();
    expect(await inspectPicture(jpeg.subarray(0, -2)), "no end mark").toBe("yes");
    const scratched = Buffer.from(jpeg).fill(0x55, jpeg.length >> 1, (jpeg.length >> 1) + 9);
    expect(await inspectPicture(scratched), "scratched").toBe("yes");
    expect(await inspectPicture(png.subarray(0, -12)), "no end chunk").toBe("yes");
  });

  test("[U-KIND-8] the orientation of a picture is applied where it is looked at", async () => {
    const sent = await photo
      .clone()
      .withExif({ IFD0: { Orientation: "6" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { info } = await uprightPicture({ bytes: sent }).toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([400, 640]);
  });
});

describe("the pictures of a PDF", () => {
  const size = async (picture: Parameters<typeof uprightPicture>[0]) => {
    const { info } = await uprightPicture(picture).toBuffer({ resolveWithObject: true });
    return [picture.page, info.width, info.height];
  };

  test("pages that consist of one picture give it, turned as the page shows it, and others none", async () => {
    const jpeg = await photo.clone().jpeg().toBuffer();
    const bytes = await drawn(
      (pdf) => {
        pdf.addPage().image(jpeg, 0, 0, { width: 600 });
        pdf.addPage().image(jpeg, 0, 0, { width: 600 }).text("A caption");
        pdf.addPage().image(jpeg, 0, 0, { width: 300 }).image(jpeg, 300, 0, { width: 300 });
        pdf.addPage();
        Object.assign(pdf.page.dictionary.data, { Rotate: 90 });
        pdf.image(jpeg, 0, 0, { width: 600 });
        pdf.addPage().rotate(90).image(jpeg, 0, -600, { width: 600 });
      },
      { autoFirstPage: false },
    );
    expect(await Promise.all((await picturesOfPdf(bytes, 10)).map(size))).toEqual([
      [1, 640, 400],
      [4, 400, 640],
      [5, 400, 640],
    ]);
    expect((await picturesOfPdf(bytes, 3)).map((picture) => picture.page)).toEqual([1]);
  });

  test("pixels that are packed without a picture format are read too", async () => {
    const pixels = await photo.clone().raw().toBuffer();
    const scanned = pdfOf(
      root,
      pages,
      page.replace("/Parent", "/Contents 4 0 R /Resources << /XObject << /Im1 5 0 R >> >> /Parent"),
      stream(4, "", deflateSync("q 595 0 0 842 0 0 cm /Im1 Do Q")),
      stream(
        5,
        "/Type /XObject /Subtype /Image /Width 640 /Height 400 /ColorSpace /DeviceRGB /BitsPerComponent 8",
        deflateSync(pixels),
      ),
    );
    const [found] = await picturesOfPdf(scanned, 10);
    expect(found && (await uprightPicture(found).raw().toBuffer()).equals(pixels)).toBe(true);
  });
});

/** Packed zeros, a thousand times smaller: the same packed megabyte again and again. */
function gigabyte(): Buffer {
  const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([
    Buffer.from("789c", "hex"),
    ...Array.from({ length: 1024 }, () => megabyte),
    Buffer.from("0300", "hex"),
  ]);
}

/** A PNG of black pixels, one bit each. */
function blackPng(side: number, interlaced = false): Buffer {
  const chunk = (type: string, bytes: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), bytes]);
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(bytes.length, 0);
    numbers.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, interlaced ? 1 : 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 1 });
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("[U-KIND-11] a file that is built to exhaust the inspection", () => {
  const twice = (bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(
        `5 0 obj << /Type /ObjStm /N 9 /First 99 /Filter [/FlateDecode /FlateDecode] /Length ${bytes.length} >> stream\n`,
      ),
      bytes,
      Buffer.from("\nendstream endobj\n"),
    ]);
  const many = () => Array.from({ length: 900_000 }, (_, at) => `${at + 9} 0 obj [] endobj\n`).join("");

  test.each([
    ["objects in a packed gigabyte", () => stream(5, "/Type /ObjStm /N 9 /First 99", gigabyte())],
    ["a table in a packed gigabyte", () => stream(5, "/Type /XRef /W [1 2 2] /Size 9", gigabyte())],
    ["a stream in a stream", () => twice(deflateSync(gigabyte()))],
    ["a million objects", many],
  ])("a PDF with %s is accepted unchecked, and the next file is inspected", async (_, make) => {
    expect(await inspect(pdfOf(root, pages, page, make()))).toBe("not_checked");
    expect(await inspect(await drawn(letter))).toBe("yes");
  });

  test("a PDF of a million nested lists or dictionaries ends nothing", async () => {
    for (const nested of ["[".repeat(9_000_000), "<< /A ".repeat(1_500_000)])
      expect(await inspect(pdfOf(root, pages, page, `5 0 obj ${nested} endobj\n`))).toMatch(
        /^(?:yes incomplete|not_checked)$/,
      );
    expect(await inspect(await drawn(letter))).toBe("yes");
  });

  test("a picture for which no time is left is accepted unchecked, and the next one is inspected", async () => {
    const jpeg = await photo.clone().jpeg().toBuffer();
    const started = performance.now();
    const clock = vi
      .spyOn(performance, "now")
      .mockReturnValueOnce(started)
      .mockReturnValue(started + 5_001);
    expect(await inspect(jpeg, "image/jpeg")).toBe("not_checked");
    // Decoded in its last second, and no more measured.
    clock.mockReturnValueOnce(started).mockReturnValueOnce(started + 4_900);
    expect(await inspect(jpeg, "image/jpeg")).toBe("yes");
    clock.mockRestore();
    expect(await inspect(jpeg, "image/jpeg")).toMatch(/^yes small/);
  });

  test("a PDF whose picture is drawn in several passes of too many pixels is not measured", async () => {
    const passed = (side: number) =>
      sharp({ create: { width: side, height: side, channels: 3, background: "#111" } })
        .jpeg({ progressive: true })
        .toBuffer();
    const scan = async (side: number) => {
      const picture = await passed(side);
      return drawn((pdf) => pdf.image(picture, 0, 0, { width: 600 }));
    };
    expect(await inspect(await scan(1200))).toBe("yes dark");
    expect(await inspect(await scan(8_200))).toBe("yes");
  });

  test("what a PDF calls a JPEG and is another kind of file is no picture", async () => {
    const pageOf = (bytes: Buffer) =>
      pdfOf(
        root,
        pages,
        page.replace("/Parent", "/Contents 4 0 R /Resources << /XObject << /Im1 5 0 R >> >> /Parent"),
        stream(4, "", deflateSync("q 595 0 0 842 0 0 cm /Im1 Do Q")),
        `5 0 obj << /Type /XObject /Subtype /Image /Filter /DCTDecode /Length ${bytes.length} >> stream\n`,
        bytes,
        "\nendstream endobj\n",
      );
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="9"/></svg>`);
    expect(await picturesOfPdf(pageOf(svg), 1)).toEqual([]);
    expect(await picturesOfPdf(pageOf(await photo.clone().jpeg().toBuffer()), 1)).toHaveLength(1);
  });

  test("a PDF whose pages name one large JPEG again and again is read to the limit of unpacked bytes", async () => {
    const jpeg = Buffer.concat([await photo.clone().jpeg().toBuffer(), Buffer.alloc(8_000_000)]);
    const numbers = Array.from({ length: 10 }, (_, at) => 10 + at);
    const contents = "/Contents 4 0 R /Resources << /XObject << /Im1 5 0 R >> >>";
    const found = await picturesOfPdf(
      pdfOf(
        root,
        `2 0 obj << /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(" ")}] /Count 10 >> endobj\n`,
        ...numbers.map((number) => `${number} 0 obj << /Type /Page /Parent 2 0 R ${contents} >> endobj\n`),
        stream(4, "", deflateSync("q 595 0 0 842 0 0 cm /Im1 Do Q")),
        `5 0 obj << /Type /XObject /Subtype /Image /Filter /DCTDecode /Length ${jpeg.length} >> stream\n`,
        jpeg,
        "\nendstream endobj\n",
      ),
      10,
    );
    expect(found.map((picture) => picture.page)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("[U-KIND-4] a picture of more pixels than can be unpacked is accepted and not measured", async () => {
    expect(await inspectPicture(blackPng(16_400))).toBe("not_checked");
    expect(await inspectPicture(blackPng(60_000))).toBe("not_checked");
    expect(await inspectPicture(blackPng(8_200, true))).toBe("not_checked");
    expect(await inspectPicture(blackPng(4_000))).toBe("yes");
  });
});
