import { describe, expect, test } from "vitest";
import { dateBoxes } from "../harness/applicants/date-boxes";
import { readMetadata } from "../harness/encryption/stored-answers";
import { inputsIn } from "../harness/form-fields";
import { form, HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const step = (change: Record<string, string>) => form("applicant_info", "Applicant Information", change);
const client = new HttpClient(app);
const id = await client.start("save@mail.example");
let revision = (await client.save(id, step({}))).outcome.revision ?? 0;
type Row = { metadata: Record<string, Record<string, unknown>>; revisions: Record<string, number>; status: string };
const row = async (of = id) => {
  const [found] = await app.query<Row & Record<string, unknown>>("select * from visa_applications where id = $1", [of]);
  if (!found) throw new Error("no such application");
  return found;
};
const stepRow = async () => (await app.query("select * from applicant_information where application_id = $1", [id]))[0];
/** Saves the step with these answers changed, from the newest revision. */
const save = async (change: Record<string, string>) => {
  const response = await client.save(id, { ...step(change), revision: String(revision) });
  revision = response.outcome.revision ?? revision;
  return response;
};

describe("answers that a person may type", () => {
  const inputs: [string, string, string][] = [
    ["right to left", "محمد بن راشد \u200fالعربي\u200e", "محمد بن راشد العربي"],
    ["a joiner between Persian letters", "می\u200cخواهم", "می\u200cخواهم"],
    ["emoji with joiners", "👩🏽‍✈️ 🇧🇸", "👩🏽‍✈️ 🇧🇸"],
    ["what looks like SQL", "Robert'); drop table visa_applications; --", "Robert'); drop table visa_applications; --"],
    [
      "what looks like markup",
      `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'&`,
      `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'&`,
    ],
    ["what looks like a template", "{{7*7}} <%= 7 %> %s \\u0000 \\", "{{7*7}} <%= 7 %> %s \\u0000 \\"],
    ["composed and decomposed letters", "Nade\u0300ge", "Nad\u00e8ge"],
    ["blanks around", "  Ana\u00a0Maria \n", "Ana\u00a0Maria"],
    ["as much as there may be", "長".repeat(120), "長".repeat(120)],
    ["what an object is called", "__proto__", "__proto__"],
  ];
  test.each(inputs)(
    "[W-SAVE-4] %s is stored exactly, in the metadata and in the step's row",
    async (_, input, stored) => {
      expect(await save({ firstName: input })).toMatchObject({ status: 200, outcome: { kind: "saved" } });
      const { metadata, status } = await row();
      expect([metadata.step1?.firstName, status]).toEqual([stored, "draft"]);
      expect(metadata.step1).toMatchObject({
        lastName: "Ñuñez O'Brien-陳",
        otherNames: [{ type: "maiden", name: "Rolle" }],
      });
      expect(await stepRow()).toMatchObject({ first_name: stored, date_of_birth: expect.anything() });
    },
  );

  test("markup in an answer is shown as text on every page", async () => {
    const evil = `</script><script>alert(1)</script><img src=x onerror=alert(2)>`;
    await save({ firstName: evil });
    for (const path of [`/apply/${id}`, `/apply/${id}?step=applicant_info`]) {
      const html = await (await client.get(path)).text();
      expect(html).toContain("&lt;img src=x onerror=alert(2)&gt;");
      expect(html).not.toContain("<script>alert(1)");
      expect(html).not.toContain("<img src=x");
    }
  });

  test("answers that no column can store are saved as typed, the row stores the others, and nothing fails", async () => {
    const before = app.output();
    const wrong = [
      "0000-01-01",
      "2026-02-30",
      "99999-01-01",
      "yesterday",
      "-1",
      "NaN",
      "1e400",
      "99999999.999",
      "[]",
      "null",
    ];
    for (const value of wrong) {
      const emptyDate = { "dateOfBirth.day": value, "dateOfBirth.month": "", "dateOfBirth.year": "" };
      const date = /^\d{4}-\d\d-\d\d$/.test(value) ? dateBoxes("dateOfBirth", value) : emptyDate;
      // Not a date, which the harness would split into its inputs.
      const gender = `${value}!`;
      expect(await save({ ...date, gender, maritalStatus: gender, usesTelecode: gender })).toMatchObject({
        status: 200,
      });
      const { dateOfBirth, _typed, ...kept } = (await row()).metadata.step1 as Record<string, unknown>;
      expect(_typed).toEqual(Object.fromEntries(Object.entries(date).filter(([, text]) => text)));
      expect([dateOfBirth, kept.gender]).toEqual([undefined, gender]);
      expect(await stepRow()).toMatchObject({ date_of_birth: null, gender: null, last_name: "Ñuñez O'Brien-陳" });
    }
    expect(app.output().slice(before.length)).not.toContain("could not be stored");
  });

  test("unknown fields and duplicate answers change nothing else", async () => {
    const fields = new URLSearchParams({ ...step({ firstName: "Once" }), revision: String(revision), intent: "save" });
    for (const name of [
      "status",
      "metadata",
      "userEmail",
      "__proto__",
      "constructor",
      "firstName[0]",
      "otherNames[1e3].type",
    ])
      fields.append(name, "approved");
    fields.append("firstName", "Twice");
    const response = await client.post(`/apply/${id}/save`, fields);
    expect(response.status).toBe(200);
    revision = ((await response.json()) as { revision: number }).revision;
    const { metadata, status, user_email } = await row();
    expect([status, user_email, metadata.step1?.firstName]).toEqual(["draft", "save@mail.example", "Once"]);
    expect(Object.keys(metadata.step1 ?? {})).not.toEqual(expect.arrayContaining(["status"]));
    expect(JSON.stringify(metadata)).not.toContain("approved");
  });

  test("a file instead of an answer is refused, and nothing is stored", async () => {
    const before = (await row()).metadata.step1;
    const fields = new FormData();
    for (const [name, value] of Object.entries({ ...step({}), revision: String(revision), intent: "save" }))
      fields.set(name, value);
    fields.set("firstName", new File(["bytes"], "name.txt"));
    const response = await client.post(`/apply/${id}/save`, fields);
    expect(response.status).toBe(400);
    expect((await row()).metadata.step1).toEqual(before);
  });
});

describe("requests that none of our pages sends", () => {
  const wrong: [string, Record<string, string>][] = [
    ["no step", { step: "" }],
    ["an unknown step", { step: "bank_details" }],
    ["a step that was not reached", { step: "review_certification" }],
    ["no revision", { revision: "" }],
    ["a revision that is no number", { revision: "one" }],
    ["a negative revision", { revision: "-1" }],
    ["a revision beyond every number", { revision: "99999999999" }],
    ["an unknown intent", { intent: "approve" }],
    ["an attempt that is no key", { attempt: "x" }],
  ];
  test.each(wrong)("%s gets 400 and changes nothing", async (_, change) => {
    const before = await row();
    const fields = { ...step({ firstName: "Mallory" }), revision: String(revision), intent: "save", ...change };
    const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
    for (const path of [`/apply/${id}/save`, `/apply/${id}`]) {
      const response = await client.post(path, sent);
      expect([path, response.status]).toEqual([path, 400]);
      expect(await response.text()).not.toContain("    at ");
    }
    expect(await row()).toEqual(before);
  });

  test("[W-SHARED-7, W-WIZ-13] an invalid step is saved, refused with a message per field, and does not advance", async () => {
    const response = await client.save(id, {
      ...step({ email: "none", cityOfBirth: " " }),
      revision: String(revision),
      intent: "next",
    });
    expect(response.status).toBe(422);
    expect(response.outcome.problems).toEqual([
      { name: "email", message: "Please enter a valid email address" },
      { name: "cityOfBirth", message: "City of birth is required" },
    ]);
    revision = response.outcome.revision ?? 0;
    expect(await row()).toMatchObject({ current_step: 1, furthest_step: 1 });
    await save({});
  });
});

describe("revisions", () => {
  test("[W-SAVE-12] a stale save with different answers gets 409 with both versions and changes nothing", async () => {
    const newest = await save({ firstName: "Newest" });
    const before = await row();
    const stale = { ...step({ firstName: "Stale" }), revision: String(revision - 1) };
    const response = await client.save(id, stale);
    expect(response).toMatchObject({
      status: 409,
      outcome: {
        kind: "stale",
        revision: newest.outcome.revision,
        stored: { firstName: "Newest" },
        answers: { firstName: "Stale" },
      },
    });
    const page = await client.post(`/apply/${id}`, { ...stale, intent: "save" });
    expect(page.status).toBe(409);
    const html = await page.text();
    for (const text of ["Two versions of this step", "Newest", "Stale"]) expect(html).toContain(text);
    expect(await row()).toEqual(before);
  });

  test("[W-SAVE-12] without JavaScript, an applicant who keeps their own version keeps an added empty list entry too", async () => {
    await save({ firstName: "There" });
    const empty = { hasOtherNames: "yes", "otherNames[0].type": "", "otherNames[0].name": "" };
    const stale = { ...step({ ...empty, firstName: "Here" }), revision: String(revision - 1), intent: "save" };
    const inputs = inputsIn(await (await client.post(`/apply/${id}`, stale)).text());
    inputs.set("intent", "save");
    expect((await client.post(`/apply/${id}`, inputs)).status).toBe(302);
    const { metadata, revisions } = await row();
    expect(metadata.step1).toMatchObject({ firstName: "Here", otherNames: [{}] });
    revision = revisions.step1 ?? 0;
  });

  test("[W-SAVE-12] a stale save that equals the stored answers succeeds, so a lost response is no conflict", async () => {
    const first = await save({ firstName: "Equal" });
    const again = await client.save(id, { ...step({ firstName: "Equal" }), revision: "0" });
    expect(again).toMatchObject({ status: 200, outcome: { kind: "saved", revision: first.outcome.revision } });
    expect((await row()).revisions.step1).toBe(first.outcome.revision);
  });

  test("[W-SAVE-12] of many simultaneous saves from one revision exactly one is stored, and the others get the conflict", async () => {
    // Another browser: the earlier saves count towards the limit of 30 a minute.
    const otherClient = new HttpClient(app);
    const own = await otherClient.start("tabs@mail.example");
    const names = Array.from({ length: 12 }, (_, number) => `Tab ${number}`);
    const answers = await Promise.all(names.map((firstName) => otherClient.save(own, step({ firstName }))));
    const won = answers.flatMap(({ status }, index) => (status === 200 ? [names[index]] : []));
    expect(won).toHaveLength(1);
    const lost = answers.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(11);
    for (const { outcome } of lost) expect(outcome.stored).toMatchObject({ firstName: won[0] });
    const stored = await row(own);
    expect([stored.metadata.step1?.firstName, stored.revisions.step1]).toEqual([won[0], 1]);
  });

  test("[W-SAVE-3, W-STORE-3] simultaneous saves of different steps lose nothing of each other", async () => {
    const otherClient = new HttpClient(app);
    const ownId = await otherClient.start("steps@mail.example");
    await otherClient.fillIn(ownId);
    const before = await row(ownId);
    const steps = {
      passport_info: "passportNumber",
      contact_info: "city",
      trip_details: "destinationCity",
      family_background: "motherLastName",
    };
    const keys = ["step2", "step3", "step4", "step5"];
    const titles = ["Passport Information", "Contact Information", "Trip Details", "Family Background"];
    const saves = Object.entries(steps).map(([code, name], index) => {
      const from = String(before.revisions[keys[index] ?? ""] ?? 0);
      return otherClient.save(ownId, {
        ...form(code, titles[index] ?? "", { [name]: `NEW ${index}` }),
        revision: from,
      });
    });
    for (const { status } of await Promise.all(saves)) expect(status).toBe(200);
    const after = (await readMetadata(app, ownId)) ?? {};
    for (const [index, name] of Object.values(steps).entries())
      expect(after[keys[index] ?? ""]?.[name]).toBe(`NEW ${index}`);
    expect(after.step1).toEqual(before.metadata.step1);
    const tables =
      "select (select count(*)::int from passport_information) as a, (select city from contact_information) as b";
    expect(await app.query(tables)).toEqual([{ a: 1, b: "NEW 1" }]);
  });
});
