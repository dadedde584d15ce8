import { expect, test } from "vitest";
import { serviceId } from "../harness/applicants/listed-steps";
import { upload } from "../harness/applicants/uploads";
import { file, inquirer, pdf, upload as sendAhead, sendPage, storedFiles } from "../harness/desk/inquirer";
import { HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const documents = () => app.query("select id, application_id, inquiry_id from documents order by id");

async function applicantWithFile(email: string) {
  const service = await serviceId(app, "us-travel-b1-b2-visa");
  const applicant = new HttpClient(app);
  const id = await applicant.start(email, { service });
  const answer = (await (await upload(applicant, id)).json()) as { id: string };
  return { applicant, id, document: answer.id };
}

test("[V-ATK-29] removing a file of another application, of an inquiry, or an unknown one gets 404 by page and script, and removes nothing", async () => {
  const own = await applicantWithFile("own@mail.example");
  const otherApplicant = await applicantWithFile("other@mail.example");
  const waiting = await sendAhead(new HttpClient(app), "a.pdf", pdf());
  const before = [await documents(), storedFiles(app)];
  for (const document of [
    otherApplicant.document,
    waiting.id,
    crypto.randomUUID(),
    "x",
    "",
    `${otherApplicant.document}'`,
    otherApplicant.id,
  ]) {
    const byScript = await own.applicant.post(`/apply/${own.id}/documents/save`, { intent: "remove", document });
    expect([document, byScript.status]).toEqual([document, 404]);
    expect(await byScript.json()).toMatchObject({ ok: false, reason: "not-found" });
    if (document === "") continue;
    const page = await own.applicant.post(`/apply/${own.id}/documents`, { type: "passport_copy", remove: document });
    expect([document, page.status]).toEqual([document, 404]);
    expect(await page.text()).toContain("This file is no longer here.");
  }
  for (const query of ["step=applicant_info&field=other", `step=x&field=${otherApplicant.document}`, ""]) {
    const response = await own.applicant.post(`/apply/${own.id}/upload/save?${query}`, { intent: "detach" });
    expect([query, response.status]).toEqual([query, 404]);
  }
  // Files of another application can't be removed, whatever id is sent.
  const response = await own.applicant.post(`/apply/${otherApplicant.id}/documents/save`, {
    intent: "remove",
    document: otherApplicant.document,
  });
  expect(response.status).toBe(403);
  expect([await documents(), storedFiles(app)]).toEqual(before);
  const removed = await own.applicant.post(`/apply/${own.id}/documents/save`, {
    intent: "remove",
    document: own.document,
  });
  expect(removed.status).toBe(200);
  expect(await documents()).toHaveLength(before[0]?.length ? before[0].length - 1 : 0);
});

test("[V-ATK-29] another browser's request to remove a file uploaded for an inquiry gets 404 by page and script, and the file stays", async () => {
  const owner = new HttpClient(app);
  const waiting = await sendAhead(owner, "b.pdf", pdf());
  const own = await applicantWithFile("third@mail.example");
  const otherUser = new HttpClient(app);
  const otherFiles = await sendAhead(otherUser, "c.pdf", pdf());
  const before = await documents();
  for (const browser of [otherUser, new HttpClient(app)])
    for (const id of [waiting.id, own.document, crypto.randomUUID(), "x"]) {
      const byScript = await browser.post("/contact/upload", { remove: id });
      expect([id, byScript.status]).toEqual([id, 404]);
      const page = await sendPage(browser, { ...inquirer, intent: `remove:${id}` }, [], [otherFiles.id]);
      expect([id, page.status]).toEqual([id, 404]);
      expect(await page.text()).toContain("This file is no longer here.");
    }
  expect(await documents()).toEqual(before);
  expect(await app.query("select 1 from visa_inquiries")).toEqual([]);
  const response = await sendPage(
    owner,
    { ...inquirer, intent: `remove:${waiting.id}` },
    [file("d.pdf", pdf())],
    [waiting.id],
  );
  expect(response.status).toBe(200);
});
