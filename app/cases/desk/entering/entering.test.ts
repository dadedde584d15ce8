import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { inBoxes } from "../../../../test/harness/applicants/date-boxes";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { recordOf, withoutChange } from "../../../../test/harness/desk/verbs";
import { readMetadata } from "../../../../test/harness/encryption/stored-answers";
import { form as example } from "../../../../test/harness/http-client";
import { mailsOf } from "../../../../test/harness/in-process/draft";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { beginDraftForCaller } from "./begin-draft.server";
import { readEntered } from "./enter.server";
import { enterStep } from "./enter-step.server";
import { revealStep } from "./reveal-step.server";
import { sendInvitation } from "./send-invitation.server";

const database = testDatabase();
let by: StaffContext;
let slug: string;
let id: string;

beforeAll(async () => {
  by = await staffMember(database, "regular_admin");
  const [service] = await database.query<{ slug: string }>(
    "select slug from visa_services where is_active order by slug limit 1",
  );
  slug = service?.slug ?? "";
});
beforeEach(async () => {
  await database.query("delete from visa_applications");
  const draft = await begin();
  if (!draft.ok) throw new Error(draft.message);
  id = draft.id;
});

const begin = (more: object = {}) =>
  beginDraftForCaller(by, { email: "rosa@mail.example", service: slug, attempt: crypto.randomUUID(), ...more });
const enter = (fields: Record<string, string>, application = id) =>
  enterStep(by, application, new URLSearchParams(inBoxes({ revision: "0", intent: "save", ...fields })));
const row = async () =>
  (await database.query<Record<string, unknown>>("select * from visa_applications where id = $1", [id]))[0];

describe("a draft for a caller", () => {
  test("[K-MAKE-5] the draft is started with an email and a service, once per key, and mails nobody", async () => {
    expect(await row()).toMatchObject({ status: "draft", begun_at_desk: true, user_email: "rosa@mail.example" });
    expect(await mailsOf(database, { id })).toEqual([]);
    const attempt = crypto.randomUUID();
    const results = await Promise.all([begin({ attempt }), begin({ attempt })]);
    expect(new Set(results.map((result) => result.ok && result.id)).size).toBe(1);
    expect(await database.query("select 1 from visa_applications")).toHaveLength(2);
    for (const [input, problems] of [
      [{ service: "" }, { service: "Choose the service first." }],
      [{ email: "nobody" }, { email: "Please enter a valid email address." }],
    ] as const)
      expect(await withoutChange(database, () => begin(input))).toMatchObject({ detail: problems });
  });

  test("[K-MAKE-5] a step is filled in with the wizard’s questions and recorded as entered by staff", async () => {
    const fields = example("applicant_info", "Applicant Information", { email: "other@mail.example" });
    const entered = await enter({ ...fields, intent: "next", revision: "1" });
    expect(entered).toMatchObject({ ok: true, problems: [], goal: "passport_info" });
    const metadata = await readMetadata(database, id);
    expect(metadata?.step1).toMatchObject({ firstName: fields.firstName, email: "rosa@mail.example" });
    expect(await database.query("select first_name from applicant_information")).toEqual([
      { first_name: fields.firstName },
    ]);
    expect(await row()).toMatchObject({ current_step: 2, furthest_step: 2 });
    const [, , record] = await recordOf(database, id).then((all) => [undefined, undefined, all.at(-1)]);
    expect(record).toMatchObject({
      what: "step_entered_by_staff",
      email: by.staff.email,
      details: { step: "applicant_info" },
    });
    expect(JSON.stringify(record)).not.toContain(fields.firstName);
  });

  test("[K-MAKE-5] the wizard’s rules apply: invalid answers are stored but the step isn't left", async () => {
    const entered = await enter({ step: "applicant_info", firstName: "Rosa", intent: "next", revision: "1" });
    expect(entered).toMatchObject({ ok: true, goal: "applicant_info" });
    expect(entered.ok && entered.problems.map(({ name }) => name)).toContain("lastName");
    expect((await readMetadata(database, id))?.step1).toMatchObject({ firstName: "Rosa" });
    expect(await row()).toMatchObject({ current_step: 1 });
  });

  test("[K-MAKE-5] answers based on an outdated revision are refused and returned", async () => {
    await enter({ step: "contact_info", city: "Nassau" });
    expect(await withoutChange(database, () => enter({ step: "contact_info", city: "Freeport" }))).toMatchObject({
      reason: "conflict",
      detail: { revision: 1, answers: { city: "Freeport" } },
    });
    expect(await enter({ step: "contact_info", city: "Freeport", revision: "1" })).toMatchObject({ ok: true });
  });

  test("[F-APPL-7] staff change an answer that a later step repeats → that step is updated, and staff see nothing of it", async () => {
    await database.query(
      `update visa_applications set furthest_step = 13, total_steps = 13,
         visa_service_id = (select id from visa_services where slug = 'bahamian-evisa') where id = $1`,
      [id],
    );
    const trip = { step: "trip_details", destinationAddress: "12 Bay Street" };
    await enter({ ...trip, destinationCity: "Nassau" });
    expect((await readEntered(id, "accommodation"))?.answers).toEqual({
      accommodationAddress: "12 Bay Street, Nassau",
    });
    await enter({ step: "accommodation", accommodationAddress: "12 Bay Street, Nassau" });
    await enter({ ...trip, destinationCity: "Freeport", revision: "1" });
    expect((await readMetadata(database, id))?.step12).toEqual({ accommodationAddress: "12 Bay Street, Freeport" });
    const shown = await readEntered(id, "family_background");
    expect(shown?.answers).toEqual({});
    expect(JSON.stringify(shown)).not.toContain("earlier");
  });

  test("[K-MAKE-5] stored sensitive answers are hidden, stay when the step is saved, and can be revealed on record", async () => {
    const passport = { step: "passport_info", passportNumber: "RD4471902", issuingCity: "Nassau" };
    await enter(passport);
    const shown = await readEntered(id, "passport_info");
    expect(shown?.hidden).toEqual([{ name: "passportNumber", label: "Passport number" }]);
    expect(JSON.stringify(shown)).not.toContain("RD4471902");
    const again = { step: "passport_info", issuingCity: "Freeport", revision: "1", hidden: "passportNumber" };
    const saved = await enter(again);
    expect(saved).toMatchObject({ ok: true });
    expect(JSON.stringify(saved)).not.toContain("RD4471902");
    expect((await readMetadata(database, id))?.step2).toMatchObject({
      ...{ passportNumber: "RD4471902", issuingCity: "Freeport" },
    });
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...again, revision: "2", issuingCity: "Typed" }))
      form.set(name, value);
    expect(await revealStep(by, id, form)).toMatchObject({
      answers: { passportNumber: "RD4471902", issuingCity: "Typed" },
    });
    expect((await recordOf(database, id)).at(-1)).toMatchObject({ what: "sensitive_answers_revealed" });
  });

  test("[K-MAKE-5] a submission from the desk is refused, whatever its form contains", async () => {
    const refused = { reason: "forbidden", message: expect.stringContaining("Only the applicant can sign and submit") };
    for (const fields of [
      { step: "review_certification", intent: "submit", electronicSignature: "Rosa Rolle" },
      { step: "review_certification", intent: "save", certifyAccuracy: "yes" },
      { step: "trip_details", intent: "submit" },
    ])
      expect(await withoutChange(database, () => enter(fields))).toMatchObject(refused);
    expect(await row()).toMatchObject({ status: "draft", submitted_at: null });
  });

  test("[K-MAKE-5] an applicant's own draft can't be filled in at the desk", async () => {
    const own = await new Applicant(database).start();
    expect(await readEntered(own, null)).toBeNull();
    expect(await withoutChange(database, () => enter({ step: "contact_info", city: "Nassau" }, own))).toMatchObject({
      reason: "closed",
    });
  });
});

describe("the button Send the link", () => {
  const send = (attempt: string = crypto.randomUUID()) => sendInvitation(by, { applicationId: id, attempt });

  test("[K-MAKE-6] the invitation is mailed once per key, and no link is stored", async () => {
    const attempt = crypto.randomUUID();
    expect(await Promise.all([send(attempt), send(attempt)])).toEqual([{ ok: true }, { ok: true }]);
    expect(await mailsOf(database, { id })).toEqual(["application_invitation to rosa@mail.example"]);
    const [mail] = await database.query<{ template_data: object }>(
      "select template_data from email_notifications where application_id = $1",
      [id],
    );
    expect(JSON.stringify(mail)).not.toMatch(/token|http/);
    expect(await row()).toMatchObject({ link_sent_at: expect.any(Date) });
    expect(await send()).toEqual({ ok: true });
    expect(await mailsOf(database, { id })).toHaveLength(2);
  });

  test("[K-MAKE-6] a submitted application and one without an email get no invitation", async () => {
    await database.query("update visa_applications set user_email = '' where id = $1", [id]);
    expect(await withoutChange(database, () => send())).toMatchObject({ reason: "invalid" });
    await database.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
    expect(await withoutChange(database, () => send())).toMatchObject({ reason: "closed" });
  });
});
