import { beforeAll, describe, expect, test } from "vitest";
import { formatPromise } from "~/content/settings/hours";
import { admin } from "../harness/app-server";
import { file, inquirer, inquiriesOf, pdf, png, send, sendPage, storedFiles, upload } from "../harness/desk/inquirer";
import { tinyJpeg, wordDocx } from "../harness/fakes/papers";
import { type Fields, HttpClient, until } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const client = () => new HttpClient(app);
let people = 0;
const someone = (): Fields & { email: string } => ({ ...inquirer, email: `someone${++people}@mail.example` });
const count = async () => (await app.query<{ count: number }>("select count(*)::int from documents"))[0]?.count;

describe("files uploaded before the inquiry", () => {
  let sender: HttpClient;
  let files: { id: string }[] = [];
  beforeAll(async () => {
    sender = client();
    files = [await upload(sender, "my passport.pdf", pdf(5000)), await upload(sender, "me.PNG", png())];
  });
  const ids = () => files.map(({ id }) => id);

  test("[P-CONTACT-14, P-PERM-2] any visitor can upload files before the inquiry is sent", async () => {
    const rows = await app.query<{ inquiry: string | null }>(
      "select inquiry_id as inquiry from documents where id = any($1)",
      [ids()],
    );
    expect(rows).toEqual([{ inquiry: null }, { inquiry: null }]);
  });

  test("[P-CONTACT-19] files are stored under temp, each under its time and a random word", async () => {
    const keys = await app.query<{ storage_key: string }>("select storage_key from documents where id = any($1)", [
      ids(),
    ]);
    expect(keys).toHaveLength(2);
    for (const { storage_key } of keys) {
      expect(storage_key).toMatch(/^temp\/\d{13}-[0-9a-f]{16}\.(pdf|png)$/);
      expect(storedFiles(app)).toContain(storage_key);
    }
  });

  test("[P-CONTACT-26] the inquiry lists its files by name, URL, size and type", async () => {
    const fields = someone();
    expect((await send(sender, fields, ids())).ok).toBe(true);
    const [inquiry] = await inquiriesOf(app, fields.email);
    expect(inquiry?.uploaded_documents).toEqual([
      { name: "my passport.pdf", url: `/documents/${ids()[0]}`, size: 5000, type: "application/pdf" },
      { name: "me.PNG", url: `/documents/${ids()[1]}`, size: png().length, type: "image/png" },
    ]);
  });
});

describe("the files of an inquiry", () => {
  test("[P-CONTACT-15] a removed file is deleted and not part of the inquiry", async () => {
    const from = client();
    const [attached, removed] = [await upload(from, "a.pdf", pdf()), await upload(from, "b.pdf", pdf())];
    const [row] = await app.query<{ storage_key: string }>("select storage_key from documents where id = $1", [
      removed.id,
    ]);
    expect((await from.post("/contact/upload", { remove: removed.id })).status).toBe(200);
    const fields = someone();
    expect((await send(from, fields, [attached.id])).ok).toBe(true);
    const [inquiry] = await inquiriesOf(app, fields.email);
    expect(inquiry?.uploaded_documents.map(({ name }) => name)).toEqual(["a.pdf"]);
    await until("its bytes are removed", () => !storedFiles(app).includes(row?.storage_key ?? ""));
  });

  test.each([
    ["notes.txt", Buffer.from("Dear office"), ""],
    ["page.html", Buffer.from("<!doctype html>"), "This is an HTML page. Open it, save it as PDF, and choose that. "],
    ["letter.docx", wordDocx(), ""],
    [
      "archive.pdf",
      Buffer.from("PK\x03\x04"),
      "This is a ZIP file, not a PDF. Open it, and choose the files in it one by one. ",
    ],
    ["noextension", Buffer.from("Dear office"), ""],
  ])(
    "[P-CONTACT-16, P-PERM-8, F-FILE-1] %s is refused, and the message names its real type",
    async (name, bytes, advice) => {
      const refused = await upload(client(), name, bytes);
      expect(refused.status).toBe(422);
      expect(refused.message).toBe(
        `Invalid file type: ${name}. ${advice}Please upload PDF, JPG, JPEG, or PNG files only.`,
      );
    },
  );

  test("[F-FILE-1] a file without a name or with a wrong extension is accepted by its content", async () => {
    const from = client();
    const names = ["", "passport", "passport.jfif", "image:1000023", "letter.pdf."];
    const shown = [];
    for (const name of names) {
      const { id } = await upload(from, name, pdf());
      const [row] = await app.query<{ document_name: string; storage_key: string }>(
        "select document_name, storage_key from documents where id = $1",
        [id],
      );
      expect(row?.storage_key, name).toMatch(/\.pdf$/);
      shown.push(row?.document_name);
    }
    expect(shown).toEqual(["file.pdf", "passport.pdf", "passport.pdf", "image:1000023.pdf", "letter.pdf"]);
  });

  test("[P-CONTACT-16] pictures and PDFs are accepted, also with capital extensions", async () => {
    const jpg = tinyJpeg();
    const from = client();
    for (const [name, bytes] of [
      ["a.pdf", pdf()],
      ["b.JPG", jpg],
      ["c.jpeg", jpg],
      ["d.png", png()],
    ] as const)
      expect((await upload(from, name, bytes)).ok, name).toBe(true);
  });

  test("[P-CONTACT-17, P-PERM-8] text named .pdf is refused and not stored", async () => {
    const before = [await count(), storedFiles(app).length];
    const bytes = Buffer.from("<script>alert(1)</script>".repeat(99));
    expect(await upload(client(), "letter.pdf", bytes)).toMatchObject({
      status: 422,
      message: "Invalid file type: letter.pdf. Please upload PDF, JPG, JPEG, or PNG files only.",
    });
    expect([await count(), storedFiles(app).length]).toEqual(before);
  });

  test("[P-CONTACT-18, P-PERM-8] a file of 10485760 bytes is accepted, and one byte more is refused", async () => {
    expect((await upload(client(), "exact.pdf", pdf(10_485_760))).ok).toBe(true);
    const refused = await upload(client(), "more.pdf", pdf(10_485_761));
    expect(refused.message).toContain("File too large: more.pdf. Maximum size is 10MB. Scan it at a lower resolution");
  });

  test("[P-PERM-8] a sixth file is refused", async () => {
    const from = client();
    const ids = [];
    for (let index = 0; index < 6; index++) ids.push((await upload(from, `${index}.pdf`, pdf())).id);
    const fields = someone();
    const sent = await send(from, fields, ids);
    expect(sent.problems).toEqual([
      { name: "files", message: "An inquiry can have up to 5 files. Please remove one first." },
    ]);
    expect((await send(from, fields, ids.slice(1))).ok).toBe(true);
  });

  test("[P-PERM-8] another visitor's file can be neither attached nor removed", async () => {
    const [owner, otherClient] = [client(), client()];
    const { id } = await upload(owner, "mine.pdf", pdf());
    await upload(otherClient, "theirs.pdf", pdf());
    expect((await otherClient.post("/contact/upload", { remove: id })).status).toBe(404);
    const fields = someone();
    expect(await send(otherClient, fields, [id])).toMatchObject({ status: 422, reason: "invalid" });
    expect(await sendPage(otherClient, fields, [], [id]).then((page) => page.status)).toBe(422);
    expect(await inquiriesOf(app, fields.email)).toEqual([]);
    expect((await send(owner, fields, [id])).ok).toBe(true);
    // Once it belongs to an inquiry, not even its sender can remove it, or send it again.
    expect((await owner.post("/contact/upload", { remove: id })).status).toBe(404);
    expect((await send(owner, someone(), [id])).reason).toBe("invalid");
    expect(await app.query("select 1 from documents where id = $1", [id])).toHaveLength(1);
  });

  test("a file sent twice with one key is stored once", async () => {
    const from = client();
    await upload(from, "first.pdf", pdf());
    const key = crypto.randomUUID();
    const twice = await Promise.all([upload(from, "a.pdf", pdf(), key), upload(from, "a.pdf", pdf(), key)]);
    expect(twice[0].id).toBe(twice[1].id);
    expect(twice[0].ok).toBe(true);
  });

  test("[P-PERM-4, P-PERM-5] only staff can open an inquiry's files", async () => {
    const owner = client();
    const { id } = await upload(owner, 'a "fine"\r\npassport.pdf', pdf(4321));
    expect((await owner.get(`/documents/${id}`)).status).toBe(404);
    await send(owner, someone(), [id]);
    for (const anyone of [owner, client()]) {
      const refused = await anyone.get(`/documents/${id}`);
      expect(refused.status).toBe(404);
      expect(await refused.text()).not.toContain("%PDF");
    }
    const desk = client();
    expect((await desk.post("/admin/login", admin)).status).toBe(302);
    const shown = await desk.get(`/documents/${id}`);
    expect(shown.status).toBe(200);
    expect(Buffer.from(await shown.arrayBuffer()).equals(pdf(4321))).toBe(true);
    expect(shown.headers.get("content-type")).toBe("application/pdf");
    expect(shown.headers.get("content-disposition")).toMatch(/^inline; filename="/);
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    expect(shown.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  });

  test("[P-PERM-6] no URL made from the storage path serves a file", async () => {
    const from = client();
    const { id } = await upload(from, "a.pdf", pdf());
    const [row] = await app.query<{ storage_key: string }>("select storage_key from documents where id = $1", [id]);
    const key = row?.storage_key ?? "";
    const name = key.split("/")[1] ?? "";
    for (const path of [
      `/${key}`,
      `/visa-documents/${key}`,
      `/documents/${key}`,
      `/documents/visa-documents/${key}`,
      `/documents/${encodeURIComponent(key)}`,
      `/documents/${name}`,
      `/assets/../documents/visa-documents/${key}`,
      `/storage/v1/object/public/visa-documents/${key}`,
    ]) {
      const response = await from.get(path);
      expect(response.status, path).toBe(404);
      expect(await response.text(), path).not.toContain("%PDF");
    }
  });
});

describe("inquiry files without JavaScript", () => {
  test("[P-CONTACT-30, P-CONTACT-24] an error keeps the typed values and the uploaded files", async () => {
    const from = client();
    const fields = { ...someone(), email: "nobody", purpose: "<b>Nursing</b> & more" };
    const first = await sendPage(from, fields, [file("passport.pdf", pdf()), file("notes.txt", Buffer.from("hello"))]);
    expect(first.status).toBe(422);
    const screen = screenOf(await first.text());
    expect(screen.words).toContain("Please enter a valid email address");
    expect(screen.words).toContain("Invalid file type: notes.txt. Please upload PDF, JPG, JPEG, or PNG files only.");
    expect(screen.getByLabelText(/^Email address/)).toHaveProperty("value", "nobody");
    expect(screen.getByLabelText(/^Purpose of travel/)).toHaveProperty("value", "<b>Nursing</b> & more");
    const id = screen.element.querySelector<HTMLInputElement>("input[name=document]")?.value ?? "";
    expect(screen.words).toContain("passport.pdf");

    const email = someone().email;
    const done = await sendPage(from, { ...fields, email }, [file("second.pdf", pdf())], [id]);
    expect(done.status).toBe(200);
    const text = (await done.text()).replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
    expect(text).toContain(
      "Inquiry Submitted Successfully! Thank you for your inquiry. Our team will review your information and get back to you within 24 hours.",
    );
    const [promise] = await app.query<{ at: Date }>("select promised_by as at from visa_inquiries where email = $1", [
      email,
    ]);
    expect(text, "[L-FACT-12]").toContain(`That is by ${formatPromise(promise?.at ?? new Date(0))} in Nassau.`);
    const [inquiry] = await inquiriesOf(app, email);
    expect(inquiry?.uploaded_documents.map(({ name }) => name)).toEqual(["passport.pdf", "second.pdf"]);
    expect(inquiry?.purpose).toBe("<b>Nursing</b> & more");
  });

  test("[P-CONTACT-15, P-CONTACT-30] a button removes a file and keeps the rest of the form", async () => {
    const from = client();
    const fields = { ...someone(), purpose: "" };
    const screen = screenOf(await (await sendPage(from, fields, [file("a.pdf", pdf())])).text());
    const button = screen.getByRole("button", { name: /^Remove a\.pdf/ });
    const id = button.getAttribute("value")?.replace("remove:", "") ?? "";
    const after = await sendPage(from, { ...fields, intent: `remove:${id}` }, [], [id]);
    expect(after.status).toBe(200);
    const shown = await after.text();
    expect(shown).not.toContain("a.pdf");
    expect(shown).toContain(fields.email);
    expect(await app.query("select 1 from documents where id = $1", [id])).toEqual([]);
    expect(await inquiriesOf(app, fields.email)).toEqual([]);
  });

  test("[P-CONTACT-30] fifty megabytes of files are accepted, and sixty are refused with a plain message", async () => {
    const fields = someone();
    const five = [1, 2, 3, 4, 5].map((index) => file(`${index}.pdf`, pdf(10_485_760)));
    expect((await sendPage(client(), fields, five)).status).toBe(200);
    expect((await inquiriesOf(app, fields.email))[0]?.uploaded_documents).toHaveLength(5);
    const six = await sendPage(client(), someone(), [...five, file("6.pdf", pdf(10_485_760))]);
    expect(six.status).toBe(413);
    expect(await six.text()).toContain("Each file can be up to 10 MB, and all files together up to 50 MB");
  });
});

test("[P-PERM-10] uploads from one IP are limited", async () => {
  // What 119 unsent uploads leave behind.
  const from = client();
  expect((await upload(from, "a.pdf", pdf())).status).toBe(200);
  await app.query("update limit_counts set count = 120 where key = $1", [`upload from ${from.address}`]);
  expect(await upload(from, "b.pdf", pdf())).toMatchObject({ status: 429, reason: "limited" });
  expect((await upload(client(), "c.pdf", pdf())).status).toBe(200);
});
