import { describe, expect, test } from "vitest";
import { plain, signIn } from "../harness/desk/desk";
import { inquirer, pdf, send, storedFiles, upload } from "../harness/desk/inquirer";
import { activityOf, inquiryId, inquiryRow, insertInquiries, whileRefused } from "../harness/desk/inquiry-rows";
import { HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const path = "/admin/inquiries";

const app = await sharedApp();
const desk = await signIn(app);
await insertInquiries(app, 80, 85);

const list = async (search = "") => (await (await desk.get(`${path}${search}`)).text()).replaceAll("<!-- -->", "");
const row = (id: string) => inquiryRow(app, id);
const activity = (id: string) => activityOf(app, id);
const idOf = (name: string) => inquiryId(app, name);

describe("one inquiry", () => {
  const client = () => new HttpClient(app);
  async function sent(name: string, files: string[] = []) {
    const person = client();
    const documents: string[] = [];
    for (const file of files) documents.push((await upload(person, file, pdf(3000))).id);
    const email = `${name.toLowerCase().replace(/\W/g, "")}@mail.example`;
    const { ok, reason } = await send(person, { ...inquirer, fullName: name, email }, documents);
    if (!ok) throw new Error(reason);
    return { id: await idOf(name), documents, email };
  }
  const page = async (id: string) => (await (await desk.get(`${path}/${id}`)).text()).replaceAll("<!-- -->", "");

  test("[A-INQ-13, A-INQ-14, A-INQ-15] the page shows all sections, every answer, and each file with its size and URL", async () => {
    const { id, documents } = await sent("Nadège Ñuñez", ["passport.pdf", "tickets.pdf"]);
    const html = await page(id);
    const headings = [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/gs)].map(([, text]) => text);
    expect(headings).toEqual(
      expect.arrayContaining([
        "Applicant Information",
        "Visa Details",
        "Travel Information",
        "Purpose",
        "Uploaded Documents",
        "Admin Notes",
      ]),
    );
    const facts = Object.fromEntries(
      [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)].map(([, label, value]) => [
        label,
        plain(value ?? "")
          .replace(/ (?=[@.])|(?<=@) /g, "")
          .trim(),
      ]),
    );
    expect(facts).toMatchObject({
      "Full name": "Nadège Ñuñez",
      Email: "nadgeuez@mail.example",
      Phone: "+509 2812 0142",
      "Preferred contact method": "WhatsApp",
      "Visa service": "US Student (F-1) Visa",
      Nationality: "Haiti",
      "Country of residence": "Bahamas",
      "Passport expiry": "May 1, 2031",
      "Travel date": "Aug 20, 2027",
      Adults: "2",
      Children: "1",
    });
    expect(html).toContain("A degree in nursing,\nbeginning in September.");
    for (const [index, name] of ["passport.pdf", "tickets.pdf"].entries()) {
      expect(html).toMatch(new RegExp(`href="/documents/${documents[index]}"[^>]*>${name}<`));
      expect(html).toContain(`<iframe src="/documents/${documents[index]}"`);
    }
    expect(html.match(/3,000 bytes/g)).toHaveLength(2);
    const file = await desk.get(`/documents/${documents[0]}`);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(file.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    expect((await client().get(`/documents/${documents[0]}`)).status).toBe(404);
  });

  test("the page shows the inquiry's mails with their delivery state", async () => {
    const { id } = await sent("Mailed Person");
    const mails = await until("the mails", async () => {
      const html = plain(await page(id));
      return /Sent .*Contact Confirmation/.test(html) && html;
    });
    expect(mails).toContain("Contact Admin Notification");
  });

  test("[A-INQ-12] Close returns to the same page of the list, and an unknown inquiry leads to the list", async () => {
    const id = await idOf("Person 80");
    expect(await list("?status=new&sort=oldest")).toContain(`href="/admin/inquiries/${id}?status=new&amp;sort=oldest"`);
    const html = await (await desk.get(`${path}/${id}?status=new&sort=oldest`)).text();
    expect(html).toContain('role="dialog"');
    expect(html).toMatch(/href="\/admin\/inquiries\?status=new&amp;sort=oldest"[^>]*>(?:(?!<\/a>).)*Close/s);
    for (const none of [crypto.randomUUID(), "nonsense"])
      expect((await desk.get(`${path}/${none}?status=new`)).headers.get("location")).toBe(`${path}?status=new`);
  });

  test("[A-INQ-16, A-INQ-24] the notes are saved by their button, and a failure is reported and keeps the typed text", async () => {
    const id = await idOf("Person 81");
    const saved = await desk.post(`${path}/${id}`, {
      intent: "notes",
      notes: "Called twice.\r\nWrite in May.",
      revision: "0",
      status: "converted",
    });
    expect([saved.status, saved.headers.get("location")]).toEqual([302, `${path}/${id}`]);
    expect(await row(id)).toMatchObject({
      admin_notes: "Called twice.\nWrite in May.",
      notes_revision: 1,
      status: "new",
    });
    expect(await activity(id)).toMatchObject([{ action_type: "inquiry_notes_updated", details: { revision: 1 } }]);
    expect(JSON.stringify(await activity(id))).not.toContain("Called");
    expect(plain(await page(id))).toMatch(/Last saved .* by desk@lucaya\.example/);
    await whileRefused(app, async () => {
      const failed = await desk.post(`${path}/${id}`, { intent: "notes", notes: "Quite other words", revision: "1" });
      expect(failed.status).toBe(500);
      const html = await failed.text();
      expect(html).toMatch(/role="alert"(?:(?!<\/main>).)*Failed to update admin notes/s);
      expect(html).toMatch(/<textarea[^>]*>Quite other words<\/textarea>/);
    });
    expect(await row(id)).toMatchObject({ admin_notes: "Called twice.\nWrite in May." });
  });

  test("the second of two admins sees both versions of the notes and chooses, and equal notes are no conflict", async () => {
    const id = await idOf("Person 82");
    const note = (notes: string, revision: number) =>
      desk.post(`${path}/${id}`, { intent: "notes", notes, revision: String(revision) });
    expect((await note("By the first", 0)).status).toBe(302);
    const second = await note("By the second", 0);
    expect(second.status).toBe(409);
    const html = await second.text();
    expect(plain(html)).toContain("desk@lucaya.example saved different notes while you were writing");
    expect(html).toMatch(/<textarea[^>]*>By the second<\/textarea>/);
    expect(plain(html)).toContain("By the first");
    expect(html).toMatch(/name="revision" value="1"/);
    expect(await row(id)).toMatchObject({ admin_notes: "By the first", notes_revision: 1 });
    expect((await note("By the first", 0)).status).toBe(302);
    expect((await note("By the second", 1)).status).toBe(302);
    expect(await row(id)).toMatchObject({ admin_notes: "By the second", notes_revision: 2 });
  });

  test("[A-INQ-17, A-INQ-25] only a confirmed deletion deletes the inquiry with its files, and a failure is reported", async () => {
    const { id, documents } = await sent("Gone Person", ["passport.pdf"]);
    const [stored] = await app.query<{ storage_key: string }>("select storage_key from documents where id = $1", [
      documents[0],
    ]);
    const key = stored?.storage_key ?? "none";
    expect(storedFiles(app)).toContain(key);
    const confirmation = await (await desk.get(`${path}/${id}/delete?q=gone`)).text();
    expect(confirmation).toMatch(/<dialog open=""[^>]*role="alertdialog"/);
    expect(plain(confirmation)).toContain("Are you sure you want to delete this inquiry?");
    expect(confirmation).toMatch(
      new RegExp(
        `id="leave-question"[^>]*href="/admin/inquiries/${id}\\?q=gone"|href="/admin/inquiries/${id}\\?q=gone"[^>]*id="leave-question"`,
      ),
    );
    expect(await row(id)).toBeDefined();
    await whileRefused(app, async () => {
      const failed = await desk.post(`${path}/${id}/delete`, { intent: "delete" });
      expect(failed.status).toBe(500);
      expect(await failed.text()).toMatch(/role="alert"(?:(?!<\/dialog>).)*Failed to delete inquiry/s);
      expect(await row(id)).toBeDefined();
      expect(storedFiles(app)).toContain(key);
    });
    const done = await desk.post(`${path}/${id}/delete?q=gone`, { intent: "delete" });
    expect([done.status, done.headers.get("location")]).toEqual([302, `${path}?q=gone`]);
    expect(await row(id)).toBeUndefined();
    expect(await app.query("select 1 from documents where id = $1", [documents[0]])).toEqual([]);
    await until("the bytes are gone", () => !storedFiles(app).includes(key));
    expect(await activity(id)).toMatchObject([
      { action_type: "inquiry_deleted", details: { files: 1, status: "new" } },
    ]);
    expect(plain(await list())).toContain("The inquiry and its documents were deleted.");
  });
});
