import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { importedOn } from "~/clients/client";
import { find } from "~/desk/layout/palette/palette.server";
import { separateRecord } from "~/people/join-people.server";
import { personOf } from "~/people/person-of.server";
import { assignWaiting } from "~/people/waiting.server";
import { insertClient } from "../../../test/harness/desk/client-rows";
import { insertDraft, insertInquiry } from "../../../test/harness/desk/people-rows";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { readPerson } from "./detail.server";
import { listPeople, readPeopleFilters } from "./list.server";
import { recordsOf } from "./records-of";

const database = testDatabase();
let admin: StaffContext;
beforeAll(async () => {
  admin = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  for (const table of ["visa_applications", "visa_inquiries", "clients"]) await database.query(`delete from ${table}`);
  while (await assignWaiting());
});

const listed = async (q: string) => (await listPeople(readPeopleFilters(new URLSearchParams({ q })))).rows;
/** Noon in Nassau on this day. */
const importedAt = "2026-11-28T17:00:00Z";

test("[X-IMPORT-11] an imported client is listed and found by name, email, phone and reference, with the day of its import", async () => {
  await insertClient(database, {
    ...{ name: "Zoë Núñez", email: "zoe@mail.example", phone: "+1 (242) 555-0177", reference: "K-2019/44", importedAt },
  });
  while (await assignWaiting());
  for (const q of ["", "nunez", "zoe@mail", "5550177", "k-2019/44"]) {
    const [row] = await listed(q);
    expect(row, q).toMatchObject({ name: "Zoë Núñez", email: "zoe@mail.example", inquiries: 0, cases: 0 });
    expect(importedOn(row?.importedAt ?? "")).toBe("Imported on November 28, 2026");
    if (q === "") continue;
    const people = (await find(q)).find(({ title }) => title === "People");
    expect(people?.hits, q).toMatchObject([{ title: "Zoë Núñez", detail: "Imported on November 28, 2026" }]);
  }
  expect(await listed("K-2019/45")).toEqual([]);
});

test("[X-IMPORT-11, K-PPL-2] a person's page shows the import in its history, and counts it with the other records", async () => {
  const client = await insertClient(database, { importedAt, reference: "K-1" });
  const inquiry = await insertInquiry(database);
  const draft = await insertDraft(database, { phone: "242 555 0100" });
  const person = await personOf("client", client);
  expect(person).toMatchObject({ records: 3 });
  expect(await personOf("inquiry", inquiry)).toEqual(person);
  const shown = await readPerson(person?.id ?? "", null);
  if (!shown || shown.movedTo !== null) return expect.fail("There is no person");
  expect(recordsOf(shown.person)).toBe("1 inquiry, 1 case · Imported on November 28, 2026");
  expect(shown.timeline.entries.map(({ kind, record }) => [kind, record])).toEqual([
    ["case", draft],
    ["inquiry", inquiry],
    ["client", client],
  ]);
  expect(shown.records.map(({ kind }) => kind).toSorted()).toEqual(["application", "client", "inquiry"]);
});

test("[X-IMPORT-11, K-PPL-1] an import is no contact: a person is called and listed by what they sent themselves", async () => {
  const inquiry = await insertInquiry(database, { name: "Natasha ROLLE" });
  await database.query("update visa_inquiries set created_at = '2026-03-01' where id = $1", [inquiry]);
  await insertClient(database, { name: "natasha rolle", importedAt });
  while (await assignWaiting());
  const [row] = await listed("rolle");
  expect(row).toMatchObject({ name: "Natasha ROLLE", lastContactAt: new Date("2026-03-01T00:00:00Z") });
});

test("[X-IMPORT-11, F-NAME-4] staff separate a client from a person that it was joined to by itself", async () => {
  const [client, inquiry] = [await insertClient(database), await insertInquiry(database)];
  const person = await personOf("client", client);
  expect(await personOf("inquiry", inquiry)).toEqual(person);
  const separated = await separateRecord(admin, { personId: person?.id, recordId: client });
  expect(separated).toEqual({ ok: true, changed: true });
  expect((await personOf("client", client))?.id).not.toBe((await personOf("inquiry", inquiry))?.id);
  await database.query("update clients set reference = 'K-2' where id = $1", [client]);
  while (await assignWaiting());
  expect((await personOf("client", client))?.id).not.toBe((await personOf("inquiry", inquiry))?.id);
});
