import { beforeEach, describe, expect, test } from "vitest";
import { newEmail } from "../../harness/applicants/begun";
import { serviceId } from "../../harness/applicants/listed-steps";
import { upload } from "../../harness/applicants/uploads";
import { submittedCase } from "../../harness/case/opened-case";
import { signIn } from "../../harness/desk/desk";
import { readMetadata, readStepRow } from "../../harness/encryption/stored-answers";
import { HttpClient } from "../../harness/http-client";
import { screenOf } from "../../harness/screen";
import { sharedApp } from "../../harness/shared";

const app = await sharedApp();
const desk = await signIn(app);
beforeEach(() => app.query("delete from limit_counts"));

const linkText = "Apply again with these answers";
const linksOf = async (client: HttpClient, path: string) => {
  const page = await (await client.get(path)).text();
  return screenOf(page)
    .queryAllByRole("link")
    .map((link) => link.textContent);
};

/** Submits the form of `/apply/{id}/again`; returns the draft that it redirects to, or undefined. */
async function startAgain(client: HttpClient, id: string, search = "", attempt: string = crypto.randomUUID()) {
  const path = `/apply/${id}/again${search}`;
  await client.get(path);
  const response = await client.post(path, { attempt });
  return {
    status: response.status,
    id: /^\/apply\/([0-9a-f-]{36})$/.exec(response.headers.get("location") ?? "")?.[1] ?? "",
  };
}

async function deniedCase() {
  const client = new HttpClient(app);
  const service = await serviceId(app, "uk-visitor-visa");
  const email = newEmail();
  const id = await client.start(email, { service });
  await client.fillIn(id);
  const [kind] = await app.query<{ type: string }>(
    "select document_type as type from document_requirements where visa_service_id = $1 order by display_order limit 1",
    [service],
  );
  expect((await upload(client, id, kind?.type)).status).toBe(200);
  expect((await client.submit(id)).outcome.kind).toBe("submitted");
  await deny(id);
  return { id, visitor: client, email };
}

async function deny(id: string) {
  const form = new FormData();
  form.set("attempt", crypto.randomUUID());
  form.set("status", "denied");
  form.set("sure", "yes");
  expect((await desk.post(`/admin/applications/${id}/decision`, form)).status).toBe(302);
}

const rowOf = async (id: string) => {
  const [row] = await app.query(
    `select application_number as number, status, user_email as email, visa_service_id as service, furthest_step as furthest
     from visa_applications where id = $1`,
    [id],
  );
  return row;
};
const filesOf = (id: string) =>
  app.query<{ id: string; name: string; type: string; sha256: string; key: string }>(
    `select id, document_name as name, document_type as type, sha256, storage_key as key from documents
     where application_id = $1 order by created_at`,
    [id],
  );

describe("applying again after a denial", () => {
  test("[C-DEC-8] the holder of a denied case starts a new draft with all answers and files, unsigned, in the same browser and with a start mail", async () => {
    const { id, visitor: client, email } = await deniedCase();
    expect(await linksOf(client, `/apply/${id}`)).toContain(linkText);
    const draft = await startAgain(client, id);
    expect(draft.status).toBe(302);
    const [before, after] = [await rowOf(id), await rowOf(draft.id)];
    expect(after).toEqual({ ...before, number: expect.stringMatching(/^BV\d\d-/), status: "draft", furthest: 8 });
    expect(after?.number).not.toBe(before?.number);

    const { step8: signed, ...answers } = (await readMetadata(app, id)) ?? {};
    const { step8: unsigned, ...copied } = (await readMetadata(app, draft.id)) ?? {};
    expect(copied).toEqual(answers);
    expect(Object.keys(copied)).toHaveLength(7);
    const { electronicSignature, signatureDate, certifyAccuracy, certifyUnderstanding, ...rest } = signed ?? {};
    expect([electronicSignature, signatureDate, certifyAccuracy, certifyUnderstanding]).not.toContain(undefined);
    expect(unsigned).toEqual(rest);
    expect(await readStepRow(app, "passport_info", draft.id)).toMatchObject({
      passport_number: (await readStepRow(app, "passport_info", id))?.passport_number,
    });

    const [file] = await filesOf(id);
    const [copy] = await filesOf(draft.id);
    expect(copy).toEqual({ ...file, id: copy?.id, key: expect.stringContaining(draft.id) });
    const bytes = async (of: string | undefined) => (await client.get(`/documents/${of}`)).text();
    expect(await bytes(copy?.id)).toBe(await bytes(file?.id));

    const page = await client.get(`/apply/${draft.id}?step=review_certification`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Review")]);
    const mails = await app.query<{ kind: string }>(
      "select email_type as kind from email_notifications where application_id = $1 and recipient_email = $2",
      [draft.id, email],
    );
    expect(mails).toEqual([{ kind: "application_started" }]);
  });

  test("[C-DEC-8] only a denied case, and only for its own holder, offers a new application", async () => {
    const { id, client } = await submittedCase(app, newEmail());
    expect(await linksOf(client, `/apply/${id}`)).not.toContain(linkText);
    expect((await startAgain(client, id)).id).toBe(id);
    const denied = await deniedCase();
    const otherUser = new HttpClient(app);
    expect(await linksOf(otherUser, `/apply/${denied.id}`)).not.toContain(linkText);
    expect((await startAgain(otherUser, denied.id)).id).toBe(denied.id);
    expect((await startAgain(client, denied.id)).id).toBe(denied.id);
    const [drafts] = await app.query(
      "select count(*)::int as drafts from visa_applications where user_email = $1 and status = 'draft'",
      [denied.email],
    );
    expect(drafts).toEqual({ drafts: 0 });
  });

  test("[C-DEC-9] two simultaneous requests with the same key create one draft, and changing it leaves the case unchanged", async () => {
    const { id, visitor: client, email } = await deniedCase();
    await client.get(`/apply/${id}/again`);
    const attempt = crypto.randomUUID();
    const both = await Promise.all([client.tab(), client.tab()].map((tab) => startAgain(tab, id, "", attempt)));
    expect(new Set(both.map((draft) => draft.id)).size).toBe(1);
    const [draft] = both;
    const again = await startAgain(client, id, "", attempt);
    expect(again.id).toBe(draft?.id);
    const drafts = await app.query("select id from visa_applications where user_email = $1 and status = 'draft'", [
      email,
    ]);
    expect(drafts).toEqual([{ id: draft?.id }]);

    const before = { answers: await readMetadata(app, id), files: await filesOf(id), row: await rowOf(id) };
    const [copy] = await filesOf(again.id);
    const removed = await client.post(`/apply/${again.id}/documents/save`, {
      intent: "remove",
      document: copy?.id ?? "",
    });
    expect(removed.status).toBe(200);
    await client.post(`/apply/${again.id}/delete`, { confirmed: "yes" });
    expect(await rowOf(again.id)).toBe(undefined);
    expect({ answers: await readMetadata(app, id), files: await filesOf(id), row: await rowOf(id) }).toEqual(before);
    expect((await client.get(`/documents/${before.files[0]?.id}`)).status).toBe(200);
  });

  test("a denied case of a visa that is no longer available gets 409 and creates no draft", async () => {
    const { id, visitor: client, email } = await deniedCase();
    const expectOffered = (is: boolean) =>
      app.query("update visa_services set is_active = $1 where slug = 'uk-visitor-visa'", [is]);
    await expectOffered(false);
    const { status } = await startAgain(client, id).finally(() => expectOffered(true));
    expect(status).toBe(409);
    expect(
      await app.query("select 1 from visa_applications where user_email = $1 and status = 'draft'", [email]),
    ).toEqual([]);
  });
});

/** The trip without previous travel, which isn't the family member's. */
const withoutPast = ({ hasPreviousTravel: _, hasBeenDeniedVisa: __, ...trip }: Record<string, unknown> = {}) => trip;

test("[C-MINE-5] an application for a family member starts with postal address, contacts and trip, and nothing else", async () => {
  const { id, client, email } = await submittedCase(app, newEmail());
  expect(await linksOf(client, `/apply/${id}`)).toContain("Apply for a family member");
  const draft = await startAgain(client, id, "?for=family");
  const answers = await readMetadata(app, id);
  expect(await readMetadata(app, draft.id)).toEqual({
    step1: { email },
    step3: answers?.step3,
    step4: withoutPast(answers?.step4),
  });
  expect(Object.keys(answers?.step3 ?? {}).length).toBeGreaterThan(3);
  expect(await rowOf(draft.id)).toMatchObject({ status: "draft", email, furthest: 1 });
  expect(await filesOf(draft.id)).toEqual([]);
  const list = await (await client.get("/applications")).text();
  expect(screenOf(list).getAllByRole("link", { name: /^Apply for a family member/ })).toHaveLength(2);
});
