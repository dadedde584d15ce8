import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { followLink } from "~/applications/access/follow-link.server";
import { readInquiry } from "~/inquiries/desk/detail.server";
import { inquiryRow, insertInquiries } from "../../../test/harness/desk/inquiry-rows";
import { recordOf, whileNothingIsInserted, withoutChange } from "../../../test/harness/desk/verbs";
import { readMetadata } from "../../../test/harness/encryption/stored-answers";
import { linkTo, mailsOf } from "../../../test/harness/in-process/draft";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { readCarried } from "./carried.server";
import { makeApplication, pressedFacts } from "./make-application.server";

const database = testDatabase();
let by: StaffContext;
let otherAdmin: StaffContext;
let inquiry: string;
let slug: string;

beforeAll(async () => {
  by = await staffMember(database, "regular_admin");
  otherAdmin = await staffMember(database, "super_admin");
  const [service] = await database.query<{ slug: string }>(
    "select slug from visa_services where is_active order by slug limit 1",
  );
  slug = service?.slug ?? "";
});
beforeEach(async () => {
  await database.query("delete from visa_applications");
  await database.query("delete from visa_inquiries");
  await insertInquiries(database, 1, 1);
  inquiry = (await database.query<{ id: string }>("select id from visa_inquiries"))[0]?.id ?? "";
});

const corrected = {
  ...{ firstName: "Person", lastName: "Rolle", email: "Rolle@Mail.example", primaryPhone: "242 555 0142" },
  ...{ nationalityCountry: "Bahamas", country: "BS", purposeOfTrip: "To see the snow" },
  ...{ "expirationDate.day": "1", "expirationDate.month": "5", "expirationDate.year": "2020" },
  ...{ "intendedArrivalDate.day": "20", "intendedArrivalDate.month": "8", "intendedArrivalDate.year": "2027" },
};
const make = (more: Record<string, string> = {}, as = by) =>
  makeApplication(as, inquiry, new URLSearchParams({ ...corrected, service: slug, ...more }));
const applications = () =>
  database.query<{ id: string; token: string; number: string } & Record<string, unknown>>(
    "select *, resume_token as token, application_number as number from visa_applications",
  );

test("[K-MAKE-1] the inquiry's facts are shown as they will be copied", async () => {
  expect(await readCarried(inquiry)).toMatchObject({
    facts: {
      ...{ firstName: "Person", lastName: "1", email: "person1@mail.example", primaryPhone: "+1 242 555 0001" },
      ...{ nationalityCountry: "BS", country: "BS", expirationDate: "2031-05-01" },
      ...{ intendedArrivalDate: "2027-08-20", purposeOfTrip: "To see the snow" },
    },
    service: "canadian-eta",
  });
  await database.query("update visa_inquiries set visa_service = 'Not sure yet'");
  expect(await readCarried(inquiry)).toMatchObject({ service: "" });
});

test("[K-MAKE-1] an unavailable service or an unreachable email creates nothing", async () => {
  for (const service of ["", "nothing-sold", "x".repeat(300)])
    expect(await withoutChange(database, () => make({ service }))).toMatchObject({
      reason: "invalid",
      detail: { service: "Choose the service first.", answers: { lastName: "Rolle" } },
    });
  for (const email of ["", "nobody"])
    expect(await withoutChange(database, () => make({ email }))).toMatchObject({
      detail: { problems: [{ name: "email" }], service: null },
    });
  const typo = { email: "rolle@gmial.com" };
  expect(await withoutChange(database, () => make(typo))).toMatchObject({
    detail: { problems: [{ name: "email", message: expect.stringContaining("rolle@gmail.com") }] },
  });
  expect(await make({ ...typo, meant: typo.email })).toMatchObject({ ok: true });
});

test("[K-MAKE-2] converting creates one draft with the corrected facts in their steps, links both, marks the inquiry converted, and sends one mail", async () => {
  expect(await make()).toMatchObject({ ok: true, isNew: true });
  const [draft, ...more] = await applications();
  expect(more).toEqual([]);
  expect(draft).toMatchObject({
    ...{ status: "draft", begun_at_desk: true, inquiry_id: inquiry, user_email: "Rolle@Mail.example" },
    applicant_name: "Person Rolle",
  });
  expect(await readMetadata(database, draft?.id ?? "")).toEqual({
    step1: { firstName: "Person", lastName: "Rolle", email: "Rolle@Mail.example" },
    step2: { nationalityCountry: "BS", expirationDate: "2020-05-01" },
    step3: { primaryPhone: "242 555 0142", country: "BS" },
    step4: { intendedArrivalDate: "2027-08-20", purposeOfTrip: "To see the snow" },
  });
  expect(await inquiryRow(database, inquiry)).toMatchObject({ status: "converted" });
  expect((await readInquiry(inquiry))?.application).toMatchObject({ id: draft?.id, status: "draft" });
  expect(await mailsOf(database, { id: draft?.id ?? "" })).toEqual(["application_invitation to Rolle@Mail.example"]);
  for (const subject of [inquiry, draft?.id ?? ""])
    expect((await recordOf(database, subject)).map(({ what }) => what)).toContain("application_made_from_inquiry");
});

test("[K-MAKE-2] if the mail is refused, everything is rolled back", async () => {
  await whileNothingIsInserted(database, "email_notifications", async () => {
    await withoutChange(database, () => make().catch(() => undefined));
  });
});

test("[K-MAKE-2, V-ATK-12] the link opens the draft without the question who started it, and confirms the email", async () => {
  await make();
  const [draft] = await applications();
  if (!draft) throw new Error("There is no draft");
  const context = { address: "10.1.1.1", browser: "Safari on iPhone", cookie: "" };
  expect(await followLink(context, linkTo({ id: draft.id, token: draft.token }), undefined)).toMatchObject({
    opened: { id: draft.id },
  });
  expect((await applications())[0]?.email_confirmed_at).toBeInstanceOf(Date);
});

test("[K-MAKE-3] two clicks or two admins create one draft, and the second is redirected to it", async () => {
  const both = await Promise.all([make(), make({}, otherAdmin)]);
  const [draft, ...more] = await applications();
  expect(more).toEqual([]);
  expect(both.map((made) => made.ok && made.id)).toEqual([draft?.id, draft?.id]);
  expect(both.map((made) => made.ok && made.isNew).sort()).toEqual([false, true]);
  expect(await withoutChange(database, () => make())).toMatchObject({ ok: true, isNew: false, id: draft?.id });
  expect(await readCarried(inquiry)).toEqual({ made: draft?.id });
});

test("[F-APPL-18] without JavaScript the suggested phone is put into its field, and nothing is created", () => {
  const form = new URLSearchParams({ ...corrected, primaryPhone: "555-0142 x12" });
  expect(pressedFacts(form, "phone:primaryPhone:+1 242 555 0142 ext. 12")).toMatchObject({
    ...{ firstName: "Person", primaryPhone: "+1 242 555 0142 ext. 12" },
  });
});
