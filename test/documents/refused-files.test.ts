import { buffer } from "node:stream/consumers";
import { constants, deflateRawSync } from "node:zlib";
import PDFDocument from "pdfkit";
import { beforeEach, describe, expect, test } from "vitest";
import { startBahamas } from "../harness/applicants/journey-bahamas";
import { serviceId } from "../harness/applicants/listed-steps";
import { pdfFile } from "../harness/applicants/uploads";
import { submittedCase } from "../harness/case/opened-case";
import { signIn } from "../harness/desk/desk";
import { typed } from "../harness/desk/editor-form";
import { inquirer, sendPage } from "../harness/desk/inquirer";
import { tinyJpeg } from "../harness/fakes/papers";
import { type Fields, HttpClient } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const desk = await signIn(app);
const locked = new PDFDocument({ userPassword: "secret" });
locked.text("Dear officer,").end();
const padded = (start: string | Buffer) => Buffer.concat([Buffer.from(start), Buffer.alloc(2000)]);
const file = (name: string, bytes: Buffer) => new File([new Uint8Array(bytes)], name);
const files: readonly (readonly [file: File, message: string])[] = [
  [file("statement.pdf", await buffer(locked as never)), "This PDF is protected with a password, so we can’t open it."],
  [file("letter.pdf", padded("%PDF-1.7\n")), "This PDF is damaged: it has no page that can be read."],
  [file("photo.jpg", padded(tinyJpeg().subarray(0, 60))), "This picture is damaged or incomplete."],
  [
    file("IMG_1.jpg", padded("\0\0\0\x18ftypheic\0\0\0\0heicmif1")),
    "This is an iPhone picture (HEIC), which we can’t open.",
  ],
  [file("IMG_2.avif", padded("\0\0\0\x18ftypavif\0\0\0\0avifmif1")), "This is an AVIF picture, which we can’t open."],
  [file("cloud.png", Buffer.alloc(0)), "This file is empty (0 bytes)."],
];
beforeEach(() => app.query("delete from limit_counts"));

const form = (fields: Readonly<Record<string, string>>, name: string, sent: readonly File[]) => {
  const body = new FormData();
  for (const [key, value] of Object.entries({ attempt: crypto.randomUUID(), ...fields })) body.set(key, value);
  for (const file of sent) body.append(name, file);
  return body;
};
const wordsOf = async (response: Response) =>
  response.headers.get("content-type")?.includes("json")
    ? String(((await response.json()) as { message?: string }).message)
    : screenOf(await response.text()).words;

describe("a file that nobody can open is refused", () => {
  test("[U-KIND-2, U-KIND-3, U-KIND-10] in the documents of a draft, with and without script, and in a question of a step", async () => {
    const { client, id } = await startBahamas(app);
    await app.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
    const question = "?step=bahamas_employment&field=employmentLetterUrl";
    const type = "supporting_document";
    for (const [file, message] of files)
      for (const path of ["documents/save", "documents", `upload/save${question}`, `upload${question}`]) {
        const response = await client.post(`/apply/${id}/${path}`, form({ type }, "file", [file]));
        expect([path, response.status]).toEqual([path, 422]);
        expect(await wordsOf(response), `${path} ${file.name}`).toContain(message);
      }
    expect(await app.query("select id from documents where application_id = $1", [id])).toEqual([]);
  });

  test("[U-KIND-10] in a message of either side, whose text and other files stay", async () => {
    const { client, id } = await submittedCase(app);
    for (const [by, path] of [
      [client, `/apply/${id}/messages`],
      [desk, `/admin/applications/${id}/messages`],
    ] as const) {
      const sent = [pdfFile("good.pdf"), ...files.slice(0, 4).map(([file]) => file)];
      const response = await by.post(path, form({ text: "Typed text", intent: "send" }, "file", sent));
      const screen = screenOf(await response.text());
      for (const [file, message] of files.slice(0, 4)) expect(screen.words).toContain(`${file.name}: ${message}`);
      expect(screen.getByDisplayValue("Typed text")).toBeTruthy();
      expect(screen.words).toContain("good.pdf");
    }
  });

  test("[U-KIND-4, U-KIND-5, U-KIND-6] in an answer to a request, next to a good file, which is stored", async () => {
    const { client, id } = await submittedCase(app);
    const ask = { what: "document", documentType: "", name: "Letter", reason: "We need it", dueOn: "", intent: "ask" };
    const asked = await desk.post(`/admin/applications/${id}/requests`, { ...ask, attempt: crypto.randomUUID() });
    expect(asked.status).toBe(302);
    const [item] = await app.query<{ id: string }>(
      "select id from case_request_items where application_id = $1 and name = 'Letter'",
      [id],
    );
    const sent = [...files.slice(0, 5).map(([file]) => file), pdfFile("good.pdf")];
    const body = form({ item: item?.id ?? "", intent: "save" }, `file-${item?.id}`, sent);
    const response = await client.post(`/apply/${id}/requests`, body);
    expect(response.status).toBe(422);
    const { words } = screenOf(await response.text());
    for (const [file, message] of files.slice(0, 5)) expect(words).toContain(`${file.name}: ${message}`);
    expect(await app.query("select document_name from documents where case_item_id = $1", [item?.id])).toEqual([
      { document_name: "good.pdf" },
    ]);
  });

  test("[U-KIND-10] in a decision and a sample of a document, where what was typed stays", async () => {
    const { id } = await submittedCase(app);
    const service = await serviceId(app, "uk-visitor-visa");
    const path = `/admin/services/${service}`;
    for (const [file, message] of files.slice(0, 5)) {
      const decision = form({ status: "approved", nextSteps: "Collect it", sure: "yes" }, "documents", [file]);
      const decided = await desk.post(`/admin/applications/${id}/decision`, decision);
      expect(decided.status).toBe(400);
      const shown = await decided.text();
      expect(screenOf(shown).words).toContain(`${file.name}: ${message}`);
      expect(shown).toContain("Collect it");
      const change: Fields = { overview: "Typed meanwhile" };
      const sample = form(
        Object.fromEntries(Object.entries(await typed(desk, path, change)).map(([key, value]) => [key, String(value)])),
        "requirements.0.file",
        [file],
      );
      const refused = screenOf(await (await desk.post(path, sample)).text());
      expect(refused.words).toContain(message);
      expect(refused.getByDisplayValue("Typed meanwhile")).toBeTruthy();
    }
  });

  test("in an inquiry, whose other file and texts stay", async () => {
    for (const [file, message] of files) {
      if (file.size === 0) continue;
      const sent = await sendPage(new HttpClient(app), { ...inquirer, fullName: "Ana Typed" }, [
        pdfFile("good.pdf"),
        file,
      ]);
      const screen = screenOf(await sent.text());
      expect(screen.words).toContain(message);
      expect(screen.words).toContain("good.pdf");
      expect(screen.getByDisplayValue("Ana Typed")).toBeTruthy();
    }
  });
});

test("[U-KIND-5, U-KIND-6] a PDF is inspected by the built program, and what it found is stored", async () => {
  const { client, id } = await startBahamas(app);
  const broken = new File([(await pdfFile("a.pdf").arrayBuffer()).slice(0, 1500)], "broken.pdf");
  for (const file of [pdfFile("whole.pdf"), broken])
    expect(
      (await client.post(`/apply/${id}/documents/save`, form({ type: "supporting_document" }, "file", [file]))).status,
    ).toBe(200);
  expect(
    await app.query(
      `select document_name as name, inspection, code from documents d left join document_hints h on h.document_id = d.id
       where application_id = $1 order by d.created_at`,
      [id],
    ),
  ).toEqual([
    { name: "whole.pdf", inspection: "yes", code: null },
    { name: "broken.pdf", inspection: "yes", code: "incomplete" },
  ]);
});

test("[U-KIND-11] while hostile PDFs are inspected, pages are answered, and staff read that they were not checked", async () => {
  const { client, id } = await submittedCase(app);
  // Zeros, packed to a thousandth: the same packed megabyte again and again.
  const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH });
  const packed = Buffer.concat([Buffer.from("789c", "hex"), ...Array.from({ length: 4096 }, () => megabyte)]);
  const head = `5 0 obj << /Type /ObjStm /N 9 /First 99 /Filter /FlateDecode /Length ${packed.length} >> stream\n`;
  const objects = Buffer.concat([Buffer.from(head), packed, Buffer.from("\nendstream endobj\n")]);
  const bytes = Buffer.from(await pdfFile("hostile.pdf").arrayBuffer());
  const end = bytes.indexOf("trailer");
  const hostile = new File([bytes.subarray(0, end), objects, bytes.subarray(end)], "hostile.pdf");
  let isSent = false;
  const sent = client.post(
    `/apply/${id}/messages`,
    form({ text: "See this", intent: "send" }, "file", [hostile, hostile]),
  );
  const settled = sent.finally(() => {
    isSent = true;
  });
  let answered = 0;
  while (!isSent) {
    expect((await new HttpClient(app).get("/")).status).toBe(200);
    if (!isSent) answered += 1;
  }
  expect((await settled).status).toBe(302);
  expect(answered).toBeGreaterThan(0);
  expect(
    await app.query(
      "select distinct inspection from documents where application_id = $1 and document_name = 'hostile.pdf'",
      [id],
    ),
  ).toEqual([{ inspection: "not_checked" }]);
  const { words } = screenOf(await (await desk.get(`/admin/applications/${id}`)).text());
  expect(words).toContain("Not checked");
});
