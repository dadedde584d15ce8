import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, pool } from "~/db/client.server";
import { insertClient } from "../../test/harness/desk/client-rows";
import { insertDraft, insertInquiry } from "../../test/harness/desk/people-rows";
import { runJob } from "../../test/harness/in-process/jobs";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { untilWaiting } from "../../test/harness/waiting";
import { lockPeople } from "./assign.server";
import { readFacts } from "./facts.server";
import { declareDifferent } from "./join-people.server";
import { knownPeople } from "./known.server";
import { personOf } from "./person-of.server";
import { assignForPage, assignWaiting, registerPeople } from "./waiting.server";

const database = testDatabase();
beforeAll(() => registerPeople());
beforeEach(async () => {
  await database.query("delete from visa_applications");
  await database.query("delete from visa_inquiries");
  await assigned();
});

async function assigned() {
  while (await assignWaiting());
}
const assignedIds = async () =>
  (await database.query<{ id: string }>("select coalesce(application_id, inquiry_id) as id from person_records")).map(
    ({ id }) => id,
  );
const personThere = async (id: string) =>
  (
    await database.query<{ person: string }>(
      "select person_id as person from person_records where application_id = $1 or inquiry_id = $1",
      [id],
    )
  )[0]?.person;
const waits = () => database.query("select application_id as application, inquiry_id as inquiry from people_waiting");

/** Letters that nothing makes shorter. */
const letters = (count: number) =>
  randomBytes(count)
    .toString("base64")
    .replace(/[^a-zA-Z]/g, "q")
    .slice(0, count);
const digits = (count: number) => Array.from(randomBytes(count), (byte) => byte % 10).join("");

/** Somebody else's transaction, in which `text` was run, while `run` does. */
async function during<Result>(text: string, values: unknown[], run: () => Promise<Result>): Promise<Result> {
  const otherClient = await pool.connect();
  try {
    await otherClient.query("begin");
    await otherClient.query(text, values);
    return await run();
  } finally {
    await otherClient.query("rollback");
    otherClient.release();
  }
}
/** Refuses what is called so, as a defect of ours would. */
async function whileNoneIsCalled(name: string, run: () => Promise<void>) {
  await database.query(
    `alter table person_records add constraint not_called check (name not like '${name}%') not valid`,
  );
  await run().finally(() => database.query("alter table person_records drop constraint not_called"));
}

describe("a draft of very long answers", () => {
  test("[K-PPL-3, K-FIND-1] the draft doesn't keep other records from their person, gets its own, and is found", async () => {
    const [first, phone] = [letters(10_000), "242 555 0188"];
    const long = [
      await insertDraft(database, { first, phone }),
      await insertDraft(database, { first: first.toUpperCase(), phone }),
      await insertDraft(database, { first: letters(5000), last: letters(5000), phone, confirmed: true }),
    ];
    const otherInquiry = await insertInquiry(database, { name: "Rosa Rolle", phone: "242 555 0189" });
    await assigned();
    const people = await Promise.all([...long, otherInquiry].map(personThere));
    expect(people).not.toContain(undefined);
    expect(people[1]).toBe(people[0]);
    expect(new Set(people).size).toBe(3);
    expect(await waits()).toEqual([]);
    const part = `%${first.slice(7000, 7020).toLowerCase()}%`;
    for (const table of ["visa_applications", "people"])
      expect([
        table,
        (await database.query(`select 1 from ${table} where search_text like $1`, [part])).length,
      ]).toEqual([table, table === "people" ? 1 : 2]);
  });

  test("[K-PPL-3, K-PPL-4] a phone with more digits than any number has is ignored", async () => {
    const phone = digits(10_000);
    const two = [await insertDraft(database, { phone }), await insertDraft(database, { phone })];
    const longer = await insertDraft(database, { phone: "+44 7700 900123 4567" });
    await assigned();
    expect(new Set(await Promise.all([...two, longer].map(personThere))).size).toBe(3);
    expect(await knownPeople({ phone })).toEqual([]);
    expect(await database.query("select 1 from person_pairs")).toEqual([]);
  });

  test("[K-PPL-4] a long email is matched as a whole", async () => {
    const email = `${letters(60)}@${Array.from({ length: 3 }, () => letters(60)).join(".")}.example`.toLowerCase();
    await insertInquiry(database, { name: "Rosa Rolle", email, phone: "" });
    await assigned();
    expect(await knownPeople({ email: email.toUpperCase() })).toMatchObject([{ name: "Rosa Rolle", same: ["email"] }]);
    expect(await knownPeople({ email: `a${email}` })).toEqual([]);
  });
});

describe("a record that can't be assigned to a person", () => {
  test("[K-PPL-1, K-PPL-2] the record is skipped, other records are assigned, and pages are shown", async () => {
    const bad = await insertInquiry(database, { name: "Bad Record", phone: "", email: "bad@mail.example" });
    const good = await insertInquiry(database, { name: "Rosa Rolle", phone: "242 555 0190" });
    await whileNoneIsCalled("Bad", async () => {
      expect(await personOf("inquiry", bad)).toBeNull();
      expect(await personOf("inquiry", good)).toMatchObject({ name: "Rosa Rolle" });
      await insertInquiry(database, { name: "Rosa Rolle", phone: "242 555 0190" });
      await assignForPage();
      await assigned();
      expect(await assignedIds()).toHaveLength(2);
      expect(await waits()).toEqual([]);
    });
  });

  test("[K-PPL-1] older records from before persons existed are assigned too", async () => {
    await insertInquiry(database, { name: "Bad Record", phone: "242 555 0191" });
    const good = [
      await insertInquiry(database, { name: "Rosa Rolle", phone: "242 555 0192" }),
      await insertDraft(database, { first: "Natasha", phone: "242 555 0193" }),
    ];
    await database.query("delete from people_waiting");
    await database.query("delete from loaded_seeds where name = 'people of earlier records'");
    await whileNoneIsCalled("Bad", async () => {
      for (const _ of [1, 2]) await runJob("people.assign", {});
      expect((await assignedIds()).toSorted()).toEqual(good.toSorted());
      expect(await waits()).toEqual([]);
    });
    const done = await database.query("select 1 from loaded_seeds where name = 'people of earlier records'");
    expect(done).toHaveLength(1);
  });
});

describe("concurrent assignment", () => {
  test("[K-PPL-2] a page doesn't wait for a running assignment, which also takes new records", async () => {
    const id = await insertInquiry(database);
    await db.transaction(async (tx) => {
      await lockPeople(tx);
      await assignForPage();
      expect(await personOf("inquiry", id)).toBeNull();
    });
    expect(await personOf("inquiry", id)).not.toBeNull();
  });

  test("[K-PPL-2] an assignment doesn't wait for a record that a verb locks: it stays queued, and others are assigned", async ({
    skip,
  }) => {
    skip(process.env.FAKETIME !== undefined, "under libfaketime PostgreSQL's lock_timeout never ends");
    const [locked, free] = [await insertInquiry(database), await insertInquiry(database, { name: "Rosa Rolle" })];
    await during("select 1 from visa_inquiries where id = $1 for update", [locked], async () => {
      await assignForPage();
      expect(await personOf("inquiry", locked)).toBeNull();
      expect(await assignWaiting()).toBe(false);
      expect(await assignedIds()).toEqual([free]);
      expect(await waits()).toEqual([{ application: null, inquiry: locked }]);
    });
    await assigned();
    expect((await assignedIds()).toSorted()).toEqual([locked, free].toSorted());
  });

  test("[K-PPL-1] records are locked in the same order as by verbs, so that neither deadlocks", async () => {
    for (const [table, insert, kind] of [
      ["visa_applications", insertDraft, "application"],
      ["visa_inquiries", insertInquiry, "inquiry"],
      ["clients", insertClient, "client"],
    ] as const) {
      for (let n = 0; n < 6; n++) await insert(database);
      // They lie in the other order.
      const ids = (await database.query<{ id: string }>(`select id from ${table} order by id desc`)).map(
        ({ id }) => id,
      );
      for (const id of ids) await database.query(`update ${table} set is_sample = not is_sample where id = $1`, [id]);
      const records = { [kind]: ids };
      const otherClient = await pool.connect();
      const lock = `select 1 from ${table} where id = $1 for update nowait`;
      await otherClient.query("begin");
      await otherClient.query(lock, [ids.at(-1)]);
      const reading = db.transaction((tx) => readFacts(records, tx));
      try {
        await untilWaiting(database);
        for (const id of ids.toReversed().slice(1)) await otherClient.query(lock, [id]);
      } finally {
        await otherClient.query("rollback");
        otherClient.release();
        await reading;
      }
    }
  });
});

test("[K-PPL-4] when a person splits, each part stays separate from persons that staff separated it from", async () => {
  const admin = await staffMember(database, "regular_admin");
  const phone = "242 555 0194";
  const rosa = await insertInquiry(database, { name: "Rosa Rolle", phone });
  const parts = [
    await insertDraft(database, { passport: ["key:k", "n1", "BS:n1"], phone: "" }),
    await insertDraft(database, { passport: ["key:k", "n1", "BS:n1"], phone }),
    await insertDraft(database, { passport: ["key:k", "n1", "BS:n1"], phone: "" }),
  ];
  await assigned();
  const [otherPerson = "", person = ""] = await Promise.all([rosa, parts[0] ?? ""].map(personThere));
  expect(await declareDifferent(admin, { personId: otherPerson, otherId: person })).toEqual({
    ok: true,
    changed: true,
  });
  await database.query("update visa_applications set passport_digests = '{key:k,n2,BS:n2}' where id = $1", [parts[1]]);
  await assigned();
  const part = (await personThere(parts[1] ?? "")) ?? "";
  expect(part).not.toBe(await personThere(parts[0] ?? ""));
  expect(await database.query("select 1 from person_pairs where declared_at is null")).toEqual([]);
  const declared = await database.query("select same from person_pairs where one_id = $1 or other_id = $1", [part]);
  expect(declared).toEqual([{ same: ["phone"] }]);
});
