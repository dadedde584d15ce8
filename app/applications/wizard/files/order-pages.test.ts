import { writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { zipCase } from "~/cases/receipt/desk/zip-case.server";
import { moveItemPage } from "~/cases/requests/answering/draft-files.server";
import { db } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { inSlot } from "~/documents/inspect/inspect.server";
import { onePdfName, pagesByGroup, pdfOfPages } from "~/documents/pages/one-pdf.server";
import { inPageOrder } from "~/documents/pages/page-order.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { filesIn } from "../../../../test/harness/case/zip";
import { AskedCase } from "../../../../test/harness/in-process/asked-case";
import { pathOf } from "../../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { filesByRequirement } from "../../required-files/requirements.server";
import { attachDocument } from "./attach-document.server";
import { intentIn } from "./intents.server";

const database = testDatabase();
const asked = new AskedCase(database);
let applicant: Applicant;
let id: string;
let pictures: Record<"one" | "two" | "three", File>;
beforeAll(async () => {
  const photo = sharp({ create: { width: 90, height: 60, channels: 3, background: "#a33" } });
  const file = (name: string, bytes: Buffer) => new File([new Uint8Array(bytes), " ".repeat(1024)], name);
  pictures = {
    one: file("one.jpg", await photo.clone().jpeg().toBuffer()),
    // Its sender's phone was held upright.
    two: file("two.jpg", await photo.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer()),
    three: file("three.png", await photo.clone().ensureAlpha(0.5).png().toBuffer()),
  };
});
beforeEach(async () => {
  applicant = new Applicant(database);
  id = await applicant.start(undefined, { service: (await serviceOf(database, "bahamian-evisa")).id });
});

const type = "supporting_document";
async function attach(file: File): Promise<string> {
  const form = new FormData();
  form.set("attempt", crypto.randomUUID());
  form.set("file", file);
  const { application } = await applicant.found(id);
  const stored = await attachDocument(applicant.context(id), application, { type }, form);
  if (!stored.ok) throw new Error(stored.message);
  return stored.id;
}
const names = async () => {
  const { slots } = await filesByRequirement((await applicant.found(id)).application);
  return slots.find((slot) => slot.type === type)?.files.map(({ name }) => name);
};
function move(document: string, direction: string, context = applicant.context(id)) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: "order", document, move: direction })) form.set(name, value);
  return intentIn(form)?.({ context, applicationId: id, form });
}

describe("[U-KIND-9] the pages of a document", () => {
  test("they are in the order of arrival until their sender moves them, and stay in it when more arrive", async () => {
    const [one, two, three] = [await attach(pictures.one), await attach(pictures.two), await attach(pictures.three)];
    expect(await names()).toEqual(["one.jpg", "two.jpg", "three.png"]);
    expect(await move(three, "up")).toEqual({ ok: true });
    expect(await names()).toEqual(["one.jpg", "three.png", "two.jpg"]);
    for (const [document, direction] of [
      [one, "up"],
      [two, "down"],
    ] as const)
      expect(await move(document, direction)).toEqual({ ok: true });
    expect(await names()).toEqual(["one.jpg", "three.png", "two.jpg"]);
    await attach(new File([pictures.one], "four.jpg"));
    expect(await names()).toEqual(["one.jpg", "three.png", "two.jpg", "four.jpg"]);
    expect(await move(one, "down")).toEqual({ ok: true });
    expect(await names()).toEqual(["three.png", "one.jpg", "two.jpg", "four.jpg"]);
  });

  test("nobody else moves them, and nobody once they are sent", async () => {
    const [one] = [await attach(pictures.one), await attach(pictures.two)];
    const other = new Applicant(database);
    const otherId = await other.start();
    expect(await move(one, "down", other.context(otherId))).toMatchObject({ ok: false });
    expect(await move(crypto.randomUUID(), "down")).toMatchObject({ reason: "not-found" });
    await database.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
    expect(await move(one, "down")).toMatchObject({ ok: false });
    expect(await names()).toEqual(["one.jpg", "two.jpg"]);
  });

  test("those of an answer are moved until it is sent, and then shown to staff in that order", async () => {
    await asked.answer({ files: Object.values(pictures), intent: "save" });
    const [item] = await asked.open();
    const last = item?.files.at(-1)?.id ?? "";
    const by = asked.applicant.context(asked.id);
    const up = { documentId: last, isUp: true };
    expect(await moveItemPage(by, asked.id, up)).toEqual({ ok: true });
    expect((await asked.open())[0]?.files.map(({ name }) => name)).toEqual(["one.jpg", "three.png", "two.jpg"]);
    await asked.answer({ text: "My sister" });
    expect(await moveItemPage(by, asked.id, up)).toMatchObject({ reason: "not-found" });
    const sent = (await asked.done()).find(({ id }) => id === asked.document)?.answers[0];
    expect(sent?.files.map(({ name }) => name)).toEqual(["one.jpg", "three.png", "two.jpg"]);
    expect(sent?.onePdf).toEqual({ href: `/apply/${asked.id}/documents/${sent?.id}.pdf` });
  });
});

const rowsOf = () =>
  db
    .select()
    .from(documents)
    .where(eq(documents.applicationId, id))
    .orderBy(...inPageOrder);
const pagesOf = async () => pagesByGroup(await rowsOf())[0]?.pages ?? [];

describe("[U-KIND-8, U-KIND-9] one PDF of several pages", () => {
  test("each page is upright on A4, JPEGs are embedded byte for byte, and the same pages give the same bytes", async () => {
    for (const picture of Object.values(pictures)) await attach(picture);
    const pages = await pagesOf();
    const bytes = await buffer(pdfOfPages(pages));
    expect((await buffer(pdfOfPages(pages))).equals(bytes)).toBe(true);
    expect(onePdfName(pages)).toBe("one (3 pages).pdf");
    const pdf = await PDFDocument.load(bytes);
    // The second was turned by its orientation.
    expect(pdf.getPages().map((page) => [Math.round(page.getWidth()), Math.round(page.getHeight())])).toEqual([
      [842, 595],
      [595, 842],
      [842, 595],
    ]);
    for (const picture of [pictures.one, pictures.two])
      expect(bytes.includes(Buffer.from(await picture.arrayBuffer()))).toBe(true);
    const drawn = pdf.context.enumerateIndirectObjects().flatMap(([, object]) => {
      const isImage = object instanceof PDFRawStream && object.dict.get(PDFName.of("Subtype")) === PDFName.of("Image");
      return isImage ? [object] : [];
    });
    expect(drawn).toHaveLength(3);
  });

  test("a picture that can’t be shown takes none of the others with it", async () => {
    const one = Buffer.from(await pictures.one.arrayBuffer());
    const huge = Buffer.from(await pictures.three.arrayBuffer());
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
    // Between two parts a JPEG may have any number of these bytes, which pdfkit doesn’t know.
    const filled = Buffer.concat([one.subarray(0, 2), Buffer.from("ffff", "hex"), one.subarray(2)]);
    await attach(pictures.one);
    await attach(new File([huge], "huge.png"));
    await attach(new File([filled], "filled.jpg"));
    const pages = await pagesOf();
    const bytes = await buffer(pdfOfPages(pages));
    expect((await buffer(pdfOfPages(pages))).equals(bytes)).toBe(true);
    const pdf = await PDFDocument.load(bytes);
    const images = pdf.getPages().map((page) => page.node.Resources()?.lookup(PDFName.of("XObject")) !== undefined);
    expect(images).toEqual([true, false, true]);
  });

  test("a single picture, other files and pages that wait for their scan have none", async () => {
    await attach(pictures.one);
    expect(pagesByGroup(await rowsOf())).toEqual([]);
    await attach(pictures.two);
    const rows = await rowsOf();
    expect(pagesByGroup(rows)).toEqual([{ pages: rows }]);
    expect(pagesByGroup(rows.map((row) => ({ ...row, scan: "waiting" as const })))).toEqual([]);
    expect(pagesByGroup(rows.map((row) => ({ ...row, contentType: "application/pdf" })))).toEqual([]);
  });

  test("a page whose stored copy is damaged takes none of the others with it", async () => {
    for (const picture of Object.values(pictures)) await attach(picture);
    const pages = await pagesOf();
    await writeFile(pathOf(pages[1] ?? expect.unreachable()), "These bytes are no file of ours");
    const pdf = await PDFDocument.load(await buffer(pdfOfPages(pages)));
    const images = pdf.getPages().map((page) => page.node.Resources()?.lookup(PDFName.of("XObject")) !== undefined);
    expect(images).toEqual([true, false, true]);
  });

  test("a picture that has to be unpacked waits while two inspections are under way", async () => {
    for (const picture of Object.values(pictures)) await attach(picture);
    const pages = await pagesOf();
    const jpegs = pages.filter(({ contentType }) => contentType === "image/jpeg");
    const order: string[] = [];
    const inspections = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const underWay = inspections.map(({ promise }) => inSlot(() => promise));
    const drawing = buffer(pdfOfPages(pages)).then(() => order.push("unpacked"));
    // JPEGs are not unpacked.
    for (let time = 0; time < 5; time++) await buffer(pdfOfPages(jpegs));
    order.push("inspected");
    for (const { resolve } of inspections) resolve();
    await Promise.all([...underWay, drawing]);
    expect(order).toEqual(["inspected", "unpacked"]);
  });

  test("the ZIP of the case has it beside the originals", async () => {
    for (const picture of Object.values(pictures)) await attach(picture);
    const { application } = await applicant.found(id);
    const { size, stream } = await zipCase(application);
    const bytes = await buffer(stream);
    expect(size).toBe(bytes.length);
    const zipped = filesIn(bytes);
    const pages = await pagesOf();
    expect([...zipped.keys()]).toEqual(
      expect.arrayContaining(["one.jpg", "two.jpg", "three.png", "one (3 pages).pdf"]),
    );
    expect(zipped.get("one (3 pages).pdf")?.equals(await buffer(pdfOfPages(pages)))).toBe(true);
  });
});
