import { beforeEach, describe, expect, test } from "vitest";
import { insertDraft, insertInquiry } from "../../test/harness/desk/people-rows";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { declareDifferent, joinPeople, separatePeople } from "./join-people.server";
import { knownPeople } from "./known.server";
import { personOf } from "./person-of.server";
import { assignWaiting } from "./waiting.server";

const database = testDatabase();
beforeEach(async () => {
  await database.query("delete from visa_applications");
  await database.query("delete from visa_inquiries");
  await assigned();
});

async function assigned() {
  while (await assignWaiting());
}

const ofCase = async (id: string) => (await personOf("application", id))?.id;
const ofInquiry = async (id: string) => (await personOf("inquiry", id))?.id;
const peopleThere = () =>
  database.query<{ name: string; emails: string[]; phones: string[]; inquiries: number; cases: number }>(
    "select name, emails, phones, inquiries, cases from people where joined_into is null order by name, cases",
  );
const number = (key: string, digest: string, country = "BS") => [`key:${key}`, digest, `${country}:${digest}`];

describe("records of one person", () => {
  test("[K-PPL-3] records with the same phone and name are one person, ignoring case, accents and punctuation", async () => {
    const inquiry = await insertInquiry(database, {
      name: "zoë  NUÑEZ",
      phone: "+1 (242) 555-0102",
      email: "Z@mail.example",
    });
    const draft = await insertDraft(database, {
      first: "Zoe",
      last: "Núñez",
      phone: "242.555.0102",
      email: "zoe@mail.example",
    });
    expect(await ofInquiry(inquiry)).toBe(await ofCase(draft));
    expect(await peopleThere()).toEqual(
      [
        {
          name: "Zoe Núñez",
          emails: ["z@mail.example", "zoe@mail.example"],
          phones: ["242.555.0102", "+1 (242) 555-0102"].toSorted(),
          inquiries: 1,
          cases: 1,
        },
      ].map((fact) => ({ ...fact, phones: expect.arrayContaining(fact.phones) })),
    );
  });

  test("[K-PPL-3] records with the same name and email are one person only once both emails were confirmed by a mailed link", async () => {
    const email = "natasha@mail.example";
    const draft = await insertDraft(database, { email, confirmed: true });
    const otherDraft = await insertDraft(database, { email: "Natasha@MAIL.example" });
    expect(await ofCase(draft)).not.toBe(await ofCase(otherDraft));
    await database.query("update visa_applications set email_confirmed_at = now() where id = $1", [otherDraft]);
    expect(await ofCase(draft)).toBe(await ofCase(otherDraft));
    const family = await insertDraft(database, { email, first: "Rosa", confirmed: true });
    expect(await ofCase(family)).not.toBe(await ofCase(draft));
  });

  test("[K-PPL-3] records with the same passport number and country are one person, ignoring middle names, even during a key rotation", async () => {
    const draft = await insertDraft(database, { passport: number("old", "n1") });
    const otherDraft = await insertDraft(database, { first: "Natasha Marie", passport: number("old", "n1") });
    const third = await insertDraft(database, { first: "Nobody", passport: number("old", "n2") });
    const person = await ofCase(draft);
    expect(await ofCase(otherDraft)).toBe(person);
    expect(await ofCase(third)).not.toBe(person);
    const renew = (id: string, digest: string) =>
      database.query("update visa_applications set passport_digests = $2 where id = $1", [id, number("new", digest)]);
    await renew(draft, "m1");
    expect([await ofCase(draft), await ofCase(otherDraft)]).toEqual([person, person]);
    await renew(otherDraft, "m1");
    expect([await ofCase(draft), await ofCase(otherDraft)]).toEqual([person, person]);
    // Another number was typed.
    await renew(otherDraft, "m3");
    expect(await ofCase(otherDraft)).not.toBe(person);
    expect(await ofCase(draft)).toBe(person);
  });

  test("[K-PPL-3] two records become one person by a third that matches both, and split when it changes", async () => {
    const byPhone = await insertInquiry(database, { phone: "242 555 0111" });
    const byEmail = await insertDraft(database, { email: "n@mail.example", confirmed: true });
    await assigned();
    expect(await ofInquiry(byPhone)).not.toBe(await ofCase(byEmail));
    const bridge = await insertDraft(database, { email: "n@mail.example", confirmed: true, phone: "+1 242 555-0111" });
    const person = await ofCase(bridge);
    expect([await ofInquiry(byPhone), await ofCase(byEmail)]).toEqual([person, person]);
    expect(await peopleThere()).toMatchObject([{ inquiries: 1, cases: 2 }]);
    await database.query("update visa_applications set metadata = '{}' where id = $1", [bridge]);
    await assigned();
    expect(new Set([await ofInquiry(byPhone), await ofCase(byEmail), await ofCase(bridge)]).size).toBe(3);
  });

  test("[K-PPL-3] records that share only a name or only a phone are separate persons", async () => {
    const ids = [
      await insertDraft(database, { first: "", last: "", phone: "242 555 0122" }),
      await insertDraft(database, { first: "", last: "", phone: "242 555 0122" }),
      await insertDraft(database, { phone: "12" }),
      await insertDraft(database, { phone: "12" }),
    ];
    await assigned();
    expect(new Set(await Promise.all(ids.map(ofCase))).size).toBe(4);
  });

  test("[K-PPL-1] deleting records removes them from their person, and the last one deletes the person", async () => {
    const draft = await insertDraft(database, { phone: "242 555 0133" });
    const inquiry = await insertInquiry(database, { phone: "242 555 0133" });
    await assigned();
    expect(await peopleThere()).toMatchObject([{ inquiries: 1, cases: 1 }]);
    await database.query("delete from visa_applications where id = $1", [draft]);
    await assigned();
    expect(await peopleThere()).toMatchObject([{ inquiries: 1, cases: 0, emails: [] }]);
    await database.query("delete from visa_inquiries where id = $1", [inquiry]);
    await assigned();
    expect(await database.query("select from people")).toEqual([]);
  });
});

describe("possible duplicates", () => {
  test("[K-PPL-4] entering a known email or phone shows the possible duplicates", async () => {
    await insertInquiry(database, { name: "Rosa Rolle", email: "rolle@mail.example", phone: "" });
    await insertDraft(database, { email: "Rolle@mail.example", phone: "+1 242 555-0144" });
    await assigned();
    const named = async (contact: { email?: string; phone?: string }) =>
      (await knownPeople(contact)).map(({ name, same }) => `${name}: ${same.join()}`).toSorted();
    expect(await named({ email: " rolle@MAIL.example" })).toEqual(["Natasha Rolle: email", "Rosa Rolle: email"]);
    expect(await named({ phone: "5550144" })).toEqual(["Natasha Rolle: phone"]);
    expect(await named({ email: "rolle@mail.example", phone: "(242) 555 0144" })).toContain(
      "Natasha Rolle: email,phone",
    );
    expect(await named({ email: "rolle", phone: "0144" })).toEqual([]);
    expect(await named({})).toEqual([]);
  });

  test("[F-APPL-18] a phone finds possible duplicates whatever its extension", async () => {
    await insertInquiry(database, { name: "Wendell Bodie", phone: "+1 242 555 0166 ext. 12" });
    await assigned();
    for (const phone of ["242 555 0166", "5550166 x7", "+1 242 555 0166 ext. 12"])
      expect(await knownPeople({ phone }), phone).toMatchObject([{ name: "Wendell Bodie", same: ["phone"] }]);
  });

  test("[K-PPL-4] two persons that staff separated are never suggested again", async () => {
    const admin = await staffMember(database, "regular_admin");
    const phone = "242 555 0155";
    const rosa = await insertInquiry(database, { name: "Rosa Rolle", phone });
    const natasha = await insertInquiry(database, { name: "Natasha Rolle", phone });
    await assigned();
    const open = () => database.query("select same from person_pairs where declared_at is null");
    expect(await open()).toEqual([{ same: ["phone"] }]);
    const two = { personId: (await ofInquiry(rosa)) ?? "", otherId: (await ofInquiry(natasha)) ?? "" };
    expect(await declareDifferent(admin, two)).toEqual({ ok: true, changed: true });
    expect(await declareDifferent(admin, { personId: two.otherId, otherId: two.personId })).toMatchObject({
      changed: false,
    });
    await insertInquiry(database, { name: "Natasha Rolle", phone });
    await insertInquiry(database, { name: "Rosa Rolle", phone });
    await assigned();
    expect(await open()).toEqual([]);
    const record = await database.query(
      "select admin_email, details from admin_activity_log where action_type = 'people_told_apart'",
    );
    expect(record).toEqual([{ admin_email: admin.staff.email, details: { other: two.otherId } }]);
  });
});

/** All that is kept of persons, as it must be again. */
const whole = () =>
  database.query(
    `select to_jsonb(p) as person, (select array_agg(coalesce(r.application_id, r.inquiry_id) order by 1) from person_records r where r.person_id = p.id) as records
     from people p order by p.id`,
  );

describe("merging persons by staff", () => {
  test("[K-PPL-5] merging makes two persons one, can be undone exactly after later changes, and counts once when sent twice", async () => {
    const admin = await staffMember(database, "regular_admin");
    const ids = [
      await insertInquiry(database, { name: "Rosa Rolle", email: "rosa@mail.example", phone: "242 555 0161" }),
      await insertInquiry(database, { name: "Natasha Rolle", email: "natasha@mail.example", phone: "242 555 0162" }),
      await insertInquiry(database, { name: "Tasha Moxey", email: "tasha@mail.example", phone: "242 555 0163" }),
    ];
    await assigned();
    const before = await whole();
    const [rosa = "", natasha = "", tasha = ""] = await Promise.all(ids.map(ofInquiry));
    const join = (personId: string, otherId: string) => joinPeople(admin, { personId, otherId });
    expect(await join(rosa, natasha)).toEqual({ ok: true, id: rosa, changed: true });
    expect(await join(rosa, natasha)).toEqual({ ok: true, id: rosa, changed: false });
    expect(await join(natasha, rosa)).toEqual({ ok: true, id: rosa, changed: false });
    expect(await Promise.all(ids.map(ofInquiry))).toEqual([rosa, rosa, tasha]);
    const [joined] = await database.query("select emails, inquiries from people where id = $1", [rosa]);
    expect(joined).toEqual({ emails: ["natasha@mail.example", "rosa@mail.example"], inquiries: 2 });
    // Later, the joined one is joined with somebody else too.
    expect(await join(tasha, rosa)).toMatchObject({ id: tasha, changed: true });
    expect(await Promise.all(ids.map(ofInquiry))).toEqual([tasha, tasha, tasha]);
    expect(await separatePeople(admin, { personId: natasha })).toEqual({ ok: true, changed: true });
    expect(await separatePeople(admin, { personId: natasha })).toEqual({ ok: true, changed: false });
    expect(await Promise.all(ids.map(ofInquiry))).toEqual([tasha, natasha, tasha]);
    await separatePeople(admin, { personId: rosa });
    expect(await whole()).toEqual(before);
    const record = await database.query<{ done: string }>(
      "select action_type as done from admin_activity_log where subject_type = 'person' and admin_email = $1 order by created_at",
      [admin.staff.email],
    );
    expect(record.map(({ done }) => done)).toEqual([
      "people_joined",
      "people_joined",
      "people_separated",
      "people_separated",
    ]);
    expect(await database.query("select from email_notifications")).toEqual([]);
  });

  test("[K-PPL-5] a later record belongs to the merged person, and to its own person again once they are separated", async () => {
    const admin = await staffMember(database);
    const rosa = await insertInquiry(database, { name: "Rosa Rolle", phone: "242 555 0171" });
    const natasha = await insertInquiry(database, { name: "Natasha Rolle", phone: "242 555 0172" });
    const [survivor = "", joined = ""] = [await ofInquiry(rosa), await ofInquiry(natasha)];
    await joinPeople(admin, { personId: survivor, otherId: joined });
    const later = await insertInquiry(database, { name: "Natasha Rolle", phone: "242 555 0172" });
    expect(await ofInquiry(later)).toBe(survivor);
    await separatePeople(admin, { personId: joined });
    expect([await ofInquiry(later), await ofInquiry(natasha), await ofInquiry(rosa)]).toEqual([
      joined,
      joined,
      survivor,
    ]);
  });

  test("[K-PPL-5] nothing about a deleted record's person remains, merged or not", async () => {
    const admin = await staffMember(database);
    const rosa = await insertInquiry(database, {
      name: "Rosa Rolle",
      phone: "242 555 0173",
      email: "rosa@mail.example",
    });
    const natasha = { name: "Natasha Rolle", phone: "242 555 0174" };
    const stays = await insertInquiry(database, { ...natasha, email: "stays@mail.example" });
    const deleted = await insertInquiry(database, { ...natasha, email: "goes@mail.example" });
    const [survivor = "", joined = ""] = [await ofInquiry(rosa), await ofInquiry(stays)];
    await joinPeople(admin, { personId: survivor, otherId: joined });
    await database.query("delete from visa_inquiries where id = $1", [deleted]);
    await assigned();
    expect(await database.query("select emails, inquiries from people where id = $1", [joined])).toEqual([
      { emails: ["stays@mail.example"], inquiries: 1 },
    ]);
    expect(await database.query("select 1 from people where search_text like '%goes@%'")).toEqual([]);
  });

  test("[K-PPL-5] merging unknown persons changes nothing", async () => {
    const admin = await staffMember(database);
    const person = (await ofInquiry(await insertInquiry(database))) ?? "";
    const missingId = "00000000-0000-4000-8000-000000000000";
    expect(await joinPeople(admin, { personId: person, otherId: missingId })).toMatchObject({
      ok: false,
      reason: "not-found",
    });
    expect(await joinPeople(admin, { personId: person, otherId: person })).toMatchObject({ ok: true, changed: false });
    expect(await joinPeople(admin, { personId: "x" })).toMatchObject({ ok: false, reason: "invalid" });
  });
});
