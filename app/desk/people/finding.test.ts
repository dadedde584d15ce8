import { beforeAll, describe, expect, test } from "vitest";
import { readFilters } from "~/cases/desk/list/filters.server";
import { listApplications } from "~/cases/desk/list/list.server";
import { listMails, readMailFilters } from "~/desk/mails/log.server";
import { listInquiries, readInquiryFilters } from "~/inquiries/desk/list.server";
import { assignWaiting } from "~/people/waiting.server";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { listPeople, readPeopleFilters } from "./list.server";

const database = testDatabase();

const people = [
  ["Zoë", "Núñez", "zoe@mail.example", "+1 (242) 555-0102"],
  ["Natasha", "Rolle", "natasha@mail.example", "2425550177"],
  ["Rolle_100%", "Back\\slash", "signs@mail.example", ""],
  ["Wendell", "Bodie", "wendell@mail.example", "+1 242 555 0188 ext. 12"],
] as const;

beforeAll(async () => {
  for (const [first, last, email, phone] of people) {
    await database.query(
      `insert into visa_applications (application_number, user_email, metadata)
       values ('BV26-' || upper(substr(md5($1::text), 1, 4)) || '-9QXA', $2, jsonb_build_object(
         'step1', jsonb_build_object('firstName', $1::text, 'lastName', $3::text), 'step3', jsonb_build_object('secondaryPhone', $4::text)))`,
      [first, email, last, phone],
    );
    await database.query(
      `insert into visa_inquiries (full_name, email, phone, visa_service, purpose, privacy_consent)
       values ($1, $2, $3, 'Canadian eTA', 'To see the snow', true)`,
      [`${first} ${last}`, email, phone],
    );
    await database.query(
      `insert into email_notifications (email_type, template_name, recipient_name, recipient_email, subject, message_id)
       values ('status_update', 'status_update', $1, $2, 'Your Zürich letter', $3)`,
      [`${first} ${last}`, email, crypto.randomUUID()],
    );
  }
});

const lists = {
  applications: async (q: string) =>
    (await listApplications(readFilters(new URLSearchParams({ q })))).rows.map(({ userEmail }) => userEmail),
  inquiries: async (q: string) =>
    (await listInquiries(readInquiryFilters(new URLSearchParams({ q })))).rows.map(({ email }) => email),
  emails: async (q: string) =>
    (await listMails(readMailFilters(new URLSearchParams({ q })))).rows.map(({ email }) => email),
};
type List = keyof typeof lists;
const all = Object.keys(lists) as List[];
const [zoe, natasha, marked] = people.map(([, , email]) => email);

test.each(all)("[K-FIND-1] the search of %s ignores case and accents", async (list) => {
  for (const query of ["nunez", "NÚÑEZ", "zoe", "Zoë", "ZOE nuñez", "N\u0303un\u0303ez".slice(1)])
    expect(await lists[list](query), query).toEqual([zoe]);
  expect(await lists[list]("nunes")).toEqual([]);
});

test.each(all)("[K-FIND-2] the search of %s finds words in any order and in different fields", async (list) => {
  for (const query of ["rolle natasha", " natasha@  ROLLE ", "natasha@mail rolle"])
    expect(await lists[list](query), query).toEqual([natasha]);
  expect(await lists[list]("rolle zoe")).toEqual([]);
  for (const query of ["rolle_", "100%", "%", "_", "\\", "back\\s"])
    expect(await lists[list](query), query).toEqual([marked]);
  expect(await lists[list]("r_lle")).toEqual([]);
});

describe("an applicant with many names", () => {
  const email = "names@mail.example";
  beforeAll(async () => {
    await database.query(
      `insert into visa_applications (application_number, user_email, metadata) values ('BV26-NAME-0001', $1, $2)`,
      [
        email,
        {
          step1: {
            ...{
              firstName: "Maria José",
              middleName: "Inês",
              lastName: "O’Brien-Núñez",
              fullNameNativeAlphabet: "Мария",
            },
            otherNames: [
              { type: "maiden", name: "Knowles" },
              { type: "alias", name: "Zezé" },
            ],
          },
          step2: { nameInPassport: "OBRIEN NUNEZ MARIAJOSE" },
        },
      ],
    );
    while (await assignWaiting());
  });
  const people = async (q: string) =>
    (await listPeople(readPeopleFilters(new URLSearchParams({ q })))).rows.map((row) => row.email);

  test.each([
    "ines",
    "knowles",
    "zeze obrien",
    "nunez maria",
    "мария",
    "mariajose",
    "OBrien Nunez",
    "o'brien-nunez",
    "O´Brien",
    "jose ines knowles",
    "nuñez inês maria",
  ])("[F-NAME-1, F-APPL-17] %s finds the applicant in applications and people", async (query) => {
    expect(await lists.applications(query)).toEqual([email]);
    expect(await people(query)).toEqual([email]);
  });
  test("[F-NAME-1] a name of another person doesn't find the applicant", async () => {
    expect(await lists.applications("ines rolle")).toEqual([]);
    expect(await people("ines rolle")).toEqual([]);
  });
});

test("[K-FIND-2] a word can match another field: an application's number, a service, a subject", async () => {
  const [row] = await database.query<{ number: string }>(
    "select application_number as number from visa_applications where user_email = $1",
    [zoe],
  );
  const number = row?.number ?? "";
  for (const query of [
    `zoe ${number}`,
    `${number.toLowerCase().replaceAll("-", "")} nunez`,
    number.replaceAll("-", " "),
  ])
    expect(await lists.applications(query), query).toEqual([zoe]);
  expect(await lists.inquiries("eta nunez canadian")).toEqual([zoe]);
  expect(await lists.emails("zurich nunez")).toEqual([zoe]);
});

test.each(["applications", "inquiries"] as const)(
  "[K-FIND-3] the search of %s finds a phone by four or more of its digits, whatever the punctuation",
  async (list) => {
    for (const query of [
      "2425550102",
      "242.555.0102",
      "+1 (242) 555-0102",
      "0102",
      "555 0102",
      "zoe 5550102",
      "1-242-5550102",
    ])
      expect(await lists[list](query), query).toEqual([zoe]);
    for (const query of ["(242) 555-0177", "+1 242 555 0177", "0177 rolle"])
      expect(await lists[list](query), query).toEqual([natasha]);
    expect(await lists[list]("5550103")).toEqual([]);
    for (const query of ["555", "zoe 555", "02"]) expect(await lists[list](query), query).toEqual([]);
    expect(await lists[list]("100")).toEqual([marked]);
  },
);

test.each(["applications", "inquiries"] as const)(
  "[F-APPL-18] the search of %s finds a phone that has an extension with and without it",
  async (list) => {
    for (const query of ["+1 242 555 0188 ext. 12", "242 555 0188", "5550188 x12", "+1 (242) 555-0188 ext 12"])
      expect(await lists[list](query), query).toEqual(["wendell@mail.example"]);
  },
);
