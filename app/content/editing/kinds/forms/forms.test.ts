import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { scanForms } from "~/content/editing/kinds/forms/scan-forms.server";
import { formFile, publishedForm, publishedForms } from "~/content/forms/forms.server";
import { wholePdf, wordDoc, wordDocx } from "../../../../../test/harness/fakes/papers";
import { visitOf } from "../../../../../test/harness/in-process/content";
import { openEditor } from "../../../../../test/harness/in-process/editor";
import { publishNow } from "../../../../../test/harness/in-process/publish";
import { lastRecord, staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { findThing } from "../../kinds.server";
import { unpublish } from "../../offline.server";
import { handleEditorForm } from "../../request.server";
import { restoreVersion } from "../../restore.server";

/** The scanner to which the app sends every file. */
const scanner = await vi.hoisted(async () => {
  const { startScanner } = await import("../../../../../test/harness/fakes/scanner");
  const started = await startScanner();
  process.env.CLAMAV_URL = started.url;
  return started;
});
const { eicar } = await import("../../../../../test/harness/fakes/scanner");

const database = testDatabase();
let editor: StaffContext;
let isAway = false;
beforeAll(async () => {
  editor = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  if (isAway) await comeBack();
  await database.query("truncate content_versions");
});
afterAll(() => scanner.goAway());
const goAway = async () => {
  await scanner.goAway();
  isAway = true;
};
const comeBack = async () => {
  await scanner.comeBack();
  isAway = false;
};

const fileOf = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name);
const form = {
  title: "Ferry Declaration",
  description: "For the ferry.",
  country: "The Bahamas",
  visa_type: "Visitor",
};

type SendInput = { key?: string; file?: File; intent?: string; typed?: Record<string, string> };

/** Sends the editor's form as a browser without JavaScript does. */
async function send({ key = "new", file, intent = "publish", typed = {} }: SendInput) {
  const item = findThing("forms", key);
  if (!item) throw new Error("There is no such kind");
  const view = key === "new" ? undefined : await openEditor(editor, "forms", key);
  const body = new FormData();
  body.set("intent", intent);
  body.set("base", `${view?.base ?? 0}`);
  const now = Object.fromEntries(
    (view?.groups ?? []).flatMap(({ fields }) => fields).map(({ name, boxes }) => [name, boxes[0] ?? ""]),
  );
  for (const [name, value] of Object.entries({ ...form, ...now, ...typed })) body.set(`f.${name}`, value);
  if (file) body.set("file.file", file);
  const result = await handleEditorForm(editor, item, body, visitOf());
  if (result instanceof Response) {
    const own = result.headers.get("location")?.split("/").at(-1) ?? "";
    return { key: own, sent: undefined, status: result.status };
  }
  return { key: "", sent: result.data.sent, status: result.init?.status ?? 200 };
}
const refusalOf = async (file: File) => {
  const { sent, status } = await send({ file, typed: { title: "Refused" } });
  return { status, message: sent?.problems.file ?? "", title: sent?.typed.title };
};
const cardOf = async (key: string) => (await publishedForms()).find(({ id }) => id === key);
const downloadOf = async (key: string) => formFile((await publishedForm(key))?.fileKey ?? null);
const filesOf = async (key: string) => {
  const fields = (await openEditor(editor, "forms", key)).groups.flatMap((group) => group.fields);
  const control = fields.find(({ name }) => name === "file")?.control;
  return control?.as === "file" ? control.files : expect.fail("There is no field of a file");
};
const stored = async () => (await database.query<{ storage_key: string }>("select * from form_files")).length;
const title = (() => {
  let made = 0;
  return () => ({ title: `Ferry Declaration ${++made}` });
})();

describe("a form and its file", () => {
  test.each([
    ["PDF", wholePdf(84 * 1024 + 1), "declaration.pdf", "PDF", "85 KB"],
    ["DOC", wordDoc(), "declaration.doc", "DOC", "3 KB"],
    ["DOCX", wordDocx(), "declaration.docx", "DOCX", "3 KB"],
    ["PDF of 10 MB", wholePdf(10 * 1024 * 1024), "large.pdf", "PDF", "10.0 MB"],
  ])("[O-FORM-1] a %s can be added and published, with its size shown", async (_, bytes, name, format, fileSize) => {
    const { key, status } = await send({ file: fileOf(bytes, name), typed: title() });
    expect(status).toBe(302);
    expect(await cardOf(key)).toMatchObject({
      ...{ description: form.description, country: form.country, visaType: form.visa_type },
      ...{ format, fileSize, hasFile: true },
    });
    expect((await downloadOf(key))?.equals(bytes)).toBe(true);
  });

  test.each([
    ["a picture named as PDF", fileOf(readFileSync("public/favicon.ico"), "letter.pdf"), /This is an icon, not a PDF/],
    [
      "a page named as DOC",
      fileOf(Buffer.from("<!doctype html>".repeat(200)), "letter.doc"),
      /This is an HTML page, not a Word document/,
    ],
    [
      "a sheet in Word's container",
      fileOf(wordDoc("Workbook"), "letter.doc"),
      /This is an Excel workbook, not a Word document/,
    ],
    ["a PDF that is cut off", fileOf(wholePdf(9000).subarray(0, 5000), "letter.pdf"), /incomplete/],
    [
      "a program",
      fileOf(Buffer.concat([Buffer.from("MZ"), Buffer.alloc(4000)]), "letter.exe"),
      /\.exe is not allowed\. Accepted types: pdf, doc, docx/,
    ],
    ["a picture", fileOf(Buffer.from("89504e470d0a1a0a", "hex"), "letter.png"), /\.png is not allowed/],
    ["an empty file", fileOf(Buffer.alloc(0), "letter.pdf"), /This file is empty/],
    ["a file over 10 MB", fileOf(wholePdf(10 * 1024 * 1024 + 1), "letter.pdf"), /exceeds 10MB/],
    [
      "a file with a virus",
      fileOf(wholePdf(3000, eicar), "letter.pdf"),
      /^We found a virus in this file \(Lucaya\.Eicar-Test\)/,
    ],
  ])("[O-FORM-1] %s is refused at its field, nothing is stored, and the input stays", async (_, file, pattern) => {
    const before = await stored();
    const refused = await refusalOf(file);
    expect(refused).toMatchObject({ status: 400, title: ["Refused"] });
    expect(refused.message).toMatch(pattern);
    expect(await stored()).toBe(before);
    expect(await database.query("select 1 from content_versions where data ->> 'title' = 'Refused'")).toEqual([]);
  });

  test("[O-FORM-1] the file is kept when other fields are refused, and a missing file is reported at its field", async () => {
    const { sent } = await send({ file: fileOf(wholePdf(), "kept.pdf"), typed: { ...title(), country: "" } });
    expect(sent?.problems).toEqual({ country: "Enter the country it’s for." });
    expect(sent?.typed.file?.[0]).toMatch(/^forms\/kept-[0-9a-f]{16}\.pdf$/);
    const again = await send({ typed: { title: "bahamian e-visa document checklist" } });
    expect(again.sent?.problems).toEqual({ title: "Another form has this title. Choose another." });
    const foreign = await send({ typed: { ...title(), file: "forms/none-0123456789abcdef.pdf" } });
    expect(foreign.sent?.problems).toEqual({ file: "This file no longer exists. Please choose it again." });
    const outside = await send({ typed: { ...title(), file: "../secret.pdf" } });
    expect(outside.sent?.problems).toEqual({ file: "We don’t have this file. Please upload it again." });
  });
});

describe("a file that is not scanned yet", () => {
  test("[O-FORM-1] visitors get the former file, or none of a new form, and after the scan the new file", async () => {
    const [old, next] = [wholePdf(), wholePdf(5000)];
    const { key } = await send({ file: fileOf(old, "old.pdf"), typed: title() });
    await goAway();
    expect((await send({ key, file: fileOf(next, "next.pdf") })).status).toBe(302);
    const { key: fresh } = await send({ file: fileOf(next, "next.pdf"), typed: title() });
    expect((await downloadOf(key))?.equals(old)).toBe(true);
    expect(await cardOf(key)).toMatchObject({ fileSize: "3 KB" });
    expect(await cardOf(fresh)).toMatchObject({ hasFile: false, format: null });
    expect(await downloadOf(fresh)).toBeUndefined();
    await expect(scanForms(), "it is tried again").rejects.toThrow("away");
    expect((await filesOf(key)).map(({ name, scan, isPublic }) => [name, scan, isPublic])).toEqual([
      ["next.pdf", "waiting", false],
      ["old.pdf", "clean", true],
    ]);
    expect((await database.enqueued("content.scan-forms")).length).toBeGreaterThan(0);
    await comeBack();
    await Promise.all([scanForms(), scanForms()]);
    for (const formKey of [key, fresh]) {
      expect((await downloadOf(formKey))?.equals(next)).toBe(true);
      expect(await cardOf(formKey)).toMatchObject({ fileSize: "5 KB", hasFile: true });
    }
    expect(await openEditor(editor, "forms", key)).toMatchObject({ draft: null, base: 2 });
  });

  test("[O-FORM-1] an infected file is removed: the former file stays, and the infected one can't be published", async () => {
    const [old, bad] = [wholePdf(), fileOf(wholePdf(3000, eicar), "bad.pdf")];
    const { key } = await send({ file: fileOf(old, "old.pdf"), typed: title() });
    await goAway();
    await send({ key, file: bad });
    await comeBack();
    await scanForms();
    expect((await downloadOf(key))?.equals(old)).toBe(true);
    expect(await lastRecord(database)).toMatchObject({ action: "form_file_infected", by: null });
    const [removed] = (await database.enqueued("documents.remove-bytes")).slice(-1);
    expect(removed).toMatchObject({ storageKey: expect.stringMatching(/^forms\/bad-/) });
    const [infected] = (await filesOf(key)).filter(({ name }) => name === "bad.pdf");
    expect(infected).toMatchObject({ scan: "infected", virus: "Lucaya.Eicar-Test", isPublic: false });
    const view = await openEditor(editor, "forms", key);
    expect(view.history[0]).toMatchObject({ number: 3, state: "published", by: "Original version" });
    const again = await send({ key, typed: { file: infected?.value ?? "" } });
    expect(again.sent?.problems.file).toContain("We found a virus in this file (Lucaya.Eicar-Test)");
    await goAway();
    expect((await send({ key, file: bad })).sent?.problems.file).toContain("We found a virus");
  });
});

describe("a replaced file", () => {
  test("[O-FORM-2, I-NAME-9] staff see older files with admin and date, and each can be restored as a version", async () => {
    const [one, two] = [wholePdf(), wordDocx()];
    const { key } = await send({ file: fileOf(one, "Declaration of May.pdf"), typed: title() });
    const draft = await send({ key, file: fileOf(two, "june.docx"), intent: "save" });
    expect(draft.status).toBe(302);
    expect((await downloadOf(key))?.equals(one), "a draft changes nothing").toBe(true);
    await send({ key });
    expect((await downloadOf(key))?.equals(two)).toBe(true);
    const by = { by: editor.staff.email, byEmail: editor.staff.email, at: expect.stringMatching(/20\d\d/) };
    expect(await filesOf(key)).toMatchObject([
      { ...by, name: "june.docx", isPublic: true },
      { ...by, name: "Declaration of May.pdf", isPublic: false, path: expect.stringContaining("?preview=") },
    ]);
    const restored = await restoreVersion(editor, { kind: "forms", key, number: 1 });
    expect(restored).toMatchObject({ ok: true, number: 3 });
    expect((await downloadOf(key))?.equals(two), "not before it is published").toBe(true);
    expect(await publishNow(editor, { kind: "forms", key, number: 3 })).toMatchObject({ ok: true });
    expect((await downloadOf(key))?.equals(one)).toBe(true);
    expect(await cardOf(key)).toMatchObject({ format: "PDF", fileSize: "3 KB" });
    // No new upload: an earlier file is chosen again.
    const june = (await filesOf(key)).find(({ name }) => name === "june.docx")?.value ?? "";
    await send({ key, typed: { file: june } });
    expect((await downloadOf(key))?.equals(two)).toBe(true);
  });

  test("[O-FORM-2] a replaced default file is among the older files", async () => {
    const [row] = await database.query<{ id: string }>(
      "select id from forms where title = 'Work Permit Checklist for Employers'",
    );
    const key = row?.id ?? "";
    const downloaded = await downloadOf(key);
    await send({ key, file: fileOf(wholePdf(), "new.pdf") });
    const files = await filesOf(key);
    expect(files).toMatchObject([{ name: "new.pdf" }, { name: "work-permit-checklist-for-employers.pdf", by: null }]);
    await send({ key, typed: { file: files[1]?.value ?? "" } });
    expect((await downloadOf(key))?.equals(downloaded ?? Buffer.alloc(0))).toBe(true);
  });

  test("[O-EDIT-13, O-FORM-2] an unpublished form's file is not served; after publishing it is, and a form without a file says so", async () => {
    const { key } = await send({ file: fileOf(wholePdf(), "one.pdf"), typed: title() });
    expect(await unpublish(editor, { kind: "forms", key })).toMatchObject({ ok: true });
    expect([await publishedForm(key), await cardOf(key)]).toEqual([undefined, undefined]);
    await send({ key });
    expect(await downloadOf(key)).toBeDefined();
    await send({ key, typed: { file: "" } });
    expect(await cardOf(key)).toMatchObject({ hasFile: false, fileSize: null });
  });
});
