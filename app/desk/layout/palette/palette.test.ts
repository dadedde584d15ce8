import { beforeAll, describe, expect, test } from "vitest";
import { rememberOpened } from "~/accounts/admins/opened.server";
import type { StaffContext } from "~/accounts/staff.server";
import { insertApplications } from "../../../../test/harness/applicants/application-rows";
import { insertInquiries } from "../../../../test/harness/desk/inquiry-rows";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { describeCounts, optionGroups } from "./options";
import { find, readOpened } from "./palette.server";
import { actionsFor, screensFor } from "./screens";

const database = testDatabase();
let regular: StaffContext;
beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  await insertApplications(database, 1, 9);
  await insertInquiries(database, 1, 3);
  await database.query(
    `update visa_applications set application_number = 'BV26-7K3M-9QXA', user_email = 'zoe@mail.example',
       metadata = '{"step1": {"firstName": "Zoë", "lastName": "Núñez"}}' where application_number = 'T-002'`,
  );
  await database.query("update visa_inquiries set full_name = 'Wu Li' where full_name = 'Person 2'");
});

const items = { screens: screensFor("regular_admin"), actions: actionsFor("regular_admin", "/admin", true) };
/** The results under each heading for a search. */
async function listed(query: string) {
  const groups = optionGroups(query, await find(query), items);
  return Object.fromEntries(groups.map(({ title, options }) => [title, options.map((option) => option.title)]));
}

describe("[K-KEY-3] results of the palette", () => {
  test.each([
    ["nunez zoe", { Cases: ["Zoë Núñez"] }],
    ["bv26 7k3m", { Cases: ["Zoë Núñez"] }],
    ["zoe@mail", { Cases: ["Zoë Núñez"] }],
    ["person3@", { Cases: ["person3@mail.example"], Inquiries: ["Person 3"] }],
    ["WU", { Inquiries: ["Wu Li"] }],
    ["single keys", { Screens: ["Your account"] }],
    ["nassau2", {}],
  ])("a search for %j shows results, each under its own heading", async (query, found) => {
    const { People: _, ...otherGroups } = await listed(query);
    expect(otherGroups).toEqual(found);
  });

  test("people are found by name and by a part of a phone, once there are any", async () => {
    await readOpened(regular.staff);
    expect((await listed("wu li")).People).toEqual(["Wu Li"]);
    expect((await listed("5550003")).People).toEqual(["Person 3"]);
  });

  test("services are found by name, below screens and actions that begin with the text", async () => {
    expect(await listed("canadian eta")).toMatchObject({ Services: ["Canadian eTA"] });
    expect(Object.keys(await listed("visa"))).toEqual(["Screens", "Actions", "Services"]);
  });

  test("every result has a unique id, and services get a link to all of them, as their list has no search", async () => {
    const options = optionGroups("visa", await find("visa"), items).flatMap((group) => group.options);
    const ids = options.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(options).toContainEqual(
      expect.objectContaining({ title: "All services", to: "/admin/services", all: true }),
    );
  });

  test("[I-NAME-6] staff are found by name and by email, also deactivated ones", async () => {
    const { adminId, email } = regular.staff;
    await database.query("update admin_users set name = 'Théo Knowles', is_active = false where id = $1", [adminId]);
    const staffOf = async (query: string, role: "regular_admin" | "super_admin") =>
      (await find(query, role)).find(({ title }) => title === "Staff")?.hits;
    const hit = { id: adminId, title: "Théo Knowles", detail: `${email} · Inactive` };
    for (const query of ["theo know", email])
      expect(await staffOf(query, "super_admin")).toEqual([{ ...hit, to: `/admin/users/${adminId}` }]);
    expect(await staffOf("theo", "regular_admin")).toEqual([{ ...hit, to: `/admin/activity?person=${adminId}` }]);
    expect(await staffOf("nobody here", "super_admin")).toBeUndefined();
    await database.query("update admin_users set name = '', is_active = true where id = $1", [adminId]);
  });

  test("six of a kind are shown with a link to all of them and their count", async () => {
    const groups = optionGroups("person", await find("person"), items);
    expect(groups[0]?.title).toBe("Cases");
    expect(groups[0]?.options).toHaveLength(7);
    expect(groups[0]?.options[6]).toMatchObject({
      title: "All cases with “person”",
      to: "/admin/applications?q=person",
    });
    expect(describeCounts(groups)).toMatch(/ found, and more cases/);
  });
});

test("[K-KEY-4] without a search the palette shows the admin's five last opened existing records and all screens", async () => {
  const rows = await database.query<{ id: string; number: string }>(
    "select id, application_number as number from visa_applications order by created_at limit 7",
  );
  for (const { id } of rows) await rememberOpened(regular.staff, "application", id);
  const [inquiry] = await database.query<{ id: string }>("select id from visa_inquiries where full_name = 'Wu Li'");
  await rememberOpened(regular.staff, "inquiry", inquiry?.id ?? "");
  await database.query("delete from visa_applications where id = $1", [rows[6]?.id]);
  const groups = optionGroups("", await readOpened(regular.staff), items);
  expect(groups.map(({ title }) => title)).toEqual(["Opened last", "Screens"]);
  expect(groups[0]?.options.map(({ title, number }) => number ?? title)).toEqual([
    "Wu Li",
    ...[5, 4, 3, 2].map((index) => rows[index]?.number),
  ]);
  expect(groups[1]?.options).toEqual(items.screens);
  const otherAdmin = await staffMember(database, "regular_admin");
  expect(optionGroups("", await readOpened(otherAdmin.staff), items).map(({ title }) => title)).toEqual(["Screens"]);
});

test("[K-KEY-4] opened records are listed even if new records can't be assigned to people", async () => {
  const [opened] = await database.query<{ id: string }>("select id from visa_inquiries where full_name = 'Person 3'");
  const staff = await staffMember(database, "regular_admin");
  await rememberOpened(staff.staff, "inquiry", opened?.id ?? "");
  await insertInquiries(database, 4, 4);
  await database.query("alter table person_records add constraint closed check (false) not valid");
  const [first] = await readOpened(staff.staff).finally(() =>
    database.query("alter table person_records drop constraint closed"),
  );
  expect(first?.hits).toMatchObject([{ title: "Person 3" }]);
});

test("[F-RUN-3] fewer than four digits are searched in the newest records only, other words in all", async () => {
  await database.query(
    `insert into visa_applications (application_number, user_email, created_at)
     select 'BV26-D' || lpad(n::text, 4, '0') || '-DGT', case n when 1 then '242old@digits.example' when 2001 then '242new@digits.example'
       else 'row@digits.example' end, now() + n * interval '1 second'
     from generate_series(1, 2002) n`,
  );
  const cases = async (query: string) => (await listed(query)).Cases;
  expect(await cases("242")).toEqual(["242new@digits.example"]);
  expect(await cases("+242")).toBeUndefined();
  expect(await cases("242 old")).toEqual(["242old@digits.example"]);
  expect(await cases("242old")).toEqual(["242old@digits.example"]);
  for (const query of ["24", "2 42"]) expect((await cases(query)) ?? []).not.toContain("242old@digits.example");
  expect(await cases("1")).toBeUndefined();
});
