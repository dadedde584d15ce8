import { beforeEach, describe, expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { pdfFile, upload } from "../harness/applicants/uploads";
import { form, HttpClient } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
beforeEach(() => app.query("delete from limit_counts"));

let people = 0;
const newEmail = () => `submitted${++people}@mail.example`;
const mailsOf = (kind: string, email: string) =>
  app.query("select status from email_notifications where email_type = $1 and recipient_email = $2", [kind, email]);
const filesOf = (id: string) => app.query<{ id: string }>("select id from documents where application_id = $1", [id]);

/** Submitted, with a document, by a browser with access. */
async function submitted() {
  const client = new HttpClient(app);
  const email = newEmail();
  const id = await client.start(email);
  await client.fillIn(id);
  expect((await upload(client, id, "supporting_document")).status).toBe(200);
  expect((await client.submit(id)).outcome.kind).toBe("submitted");
  return { visitor: client, email, id };
}

describe("a submitted application", () => {
  test("[W-RESUME-12, W-SUBMIT-18] the holder of a submitted application can't save, move, upload, remove documents, submit or delete", async () => {
    const { visitor: client, id } = await submitted();
    const [document] = await filesOf(id);
    const state = () =>
      app.query(
        `select a.*, (select json_agg(d order by d.id) from documents d where d.application_id = a.id) as files,
           (select json_agg(h order by h.id) from application_status_history h where h.application_id = a.id) as history,
           (select json_agg(s) from application_submissions s where s.application_id = a.id) as signed,
           (select json_agg(i) from applicant_information i where i.application_id = a.id) as step1
         from visa_applications a where a.id = $1`,
        [id],
      );
    const before = await state();
    const step = form("applicant_info", "Applicant Information", { firstName: "Mallory", revision: "1" });
    for (const intent of [
      "save",
      "next",
      "previous",
      "exit",
      "documents",
      "goto:passport_info",
      "add:otherNames",
      "submit",
    ]) {
      const sent = { ...step, intent, attempt: crypto.randomUUID() };
      expect([intent, (await client.save(id, sent)).outcome.kind]).toEqual([intent, "already"]);
      expect([intent, (await client.post(`/apply/${id}`, sent)).status]).toEqual([intent, 409]);
    }
    const file = () => {
      const body = new FormData();
      body.set("attempt", crypto.randomUUID());
      body.set("file", pdfFile("late.pdf"));
      return body;
    };
    const question = `/apply/${id}/upload/save?step=bahamas_employment&field=employmentLetterUrl`;
    expect([409, 422]).toContain((await client.post(question, file())).status);
    const detach = new FormData();
    detach.set("intent", "detach");
    expect([404, 409]).toContain((await client.post(question, detach)).status);
    expect((await upload(client, id, "supporting_document")).status).toBe(409);
    const remove = new FormData();
    remove.set("intent", "remove");
    remove.set("document", document?.id ?? "");
    expect((await client.post(`/apply/${id}/documents/save`, remove)).status).toBe(409);
    for (const [path, fields] of [
      [`/apply/${id}/documents`, { remove: document?.id ?? "" }],
      [`/apply/${id}/delete`, {}],
    ] as const)
      expect((await client.post(path, fields)).headers.get("location")).toBe(`/apply/${id}`);
    for (const path of ["documents", "delete", "upload?step=bahamas_employment&field=employmentLetterUrl"])
      expect((await client.get(`/apply/${id}/${path}`)).headers.get("location")).toBe(`/apply/${id}`);
    expect(await state()).toEqual(before);
    const immutable = app.query(
      "update application_submissions set electronic_signature = 'x' where application_id = $1",
      [id],
    );
    await expect(immutable).rejects.toThrow("immutable");
  });

  test("the holder's withdrawal request is stored once, is mailed to both sides, and is decided by staff", async () => {
    const { visitor: client, id, email } = await submitted();
    const withdraw = (reason: string, who = client) => who.post(`/apply/${id}/withdraw`, { reason });
    expect((await withdraw("not mine", new HttpClient(app))).headers.get("location")).toBe(`/apply/${id}`);
    expect(await mailsOf("withdrawal_requested", email)).toEqual([]);
    expect((await withdraw("x".repeat(1001))).status).toBe(422);
    const responses = await Promise.all(
      ["My plans have changed.", "Twice", "Thrice"].map((reason) => withdraw(reason)),
    );
    expect(responses.map((response) => response.headers.get("location"))).toEqual(Array(3).fill(`/apply/${id}`));
    const request = await app.query(
      "select status, withdrawal_reason as reason, withdrawal_requested_at is not null as asked from visa_applications where id = $1",
      [id],
    );
    expect(request).toMatchObject([{ status: "submitted", asked: true }]);
    expect(await mailsOf("withdrawal_requested", email)).toHaveLength(1);
    const kinds = await app.query(
      "select count(*)::int as count from email_notifications where application_id = $1 and email_type = 'withdrawal_notification'",
      [id],
    );
    expect(kinds).toEqual([{ count: 1 }]);
    const page = await (await client.get(`/apply/${id}`)).text();
    expect(page).toContain("You have asked to withdraw this application");
    expect(await (await new HttpClient(app).get(`/apply/${id}`)).text()).not.toContain("Withdrawal Requested");
    expect((await client.get(`/apply/${id}/withdraw`)).headers.get("location")).toBe(`/apply/${id}`);

    const desk = new HttpClient(app);
    expect((await desk.post("/admin/login", admin)).status).toBe(302);
    expect(await (await desk.get("/admin/applications")).text()).toContain("Asks to withdraw");
    const shown = screenOf(await (await desk.get(`/admin/applications/${id}`)).text());
    expect(shown.words).toContain("The applicant asks to withdraw");
    const seen = shown.element.querySelector<HTMLInputElement>('#status-form input[name="seen"]')?.value ?? "";
    const fields = { status: "withdrawn", sure: "yes", message: "" };
    const set = (path: string, more: Record<string, string>) =>
      desk.post(`/admin/applications/${id}${path}`, { ...fields, seen: "submitted", ...more });
    // Of a page loaded before: the case, its row in the list and its decision.
    for (const response of [
      await set("", { intent: "status" }),
      await set("/status", { back: "/admin/applications" }),
    ]) {
      expect(response.status).toBe(409);
      expect(screenOf(await response.text()).words).toContain("The applicant has just asked to withdraw");
    }
    const late = await set("/decision", { status: "denied", nextSteps: "" });
    expect(late.status).toBe(409);
    const panel = screenOf(await late.text());
    expect(panel.words).toContain("The applicant asks to withdraw");
    expect(panel.element.querySelector<HTMLInputElement>('#decision-form input[name="seen"]')?.value).toBe(seen);
    const row = screenOf(await (await desk.get(`/admin/applications?search=${encodeURIComponent(email)}`)).text());
    const inRow = row.element.querySelector<HTMLInputElement>(
      `form[action="/admin/applications/${id}/status"] [name="seen"]`,
    );
    expect(inRow?.value).toBe(seen);
    expect((await set("", { intent: "status", seen })).status).toBe(302);
    const closed = await app.query(
      "select status, withdrawal_requested_at as asked from visa_applications where id = $1",
      [id],
    );
    expect(closed).toEqual([{ status: "withdrawn", asked: null }]);
    await withdraw("Once more");
    expect(await mailsOf("withdrawal_requested", email)).toHaveLength(1);
    expect(await (await client.get(`/apply/${id}`)).text()).toContain("The application was withdrawn.");
  });
});
