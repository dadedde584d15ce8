import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { emptyInquiry, type InquiryValues } from "~/inquiries/inquiry";
import { recordOf, withoutChange } from "../../../../test/harness/desk/verbs";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { readInquiry } from "../detail.server";
import { enterInquiry } from "./enter-inquiry.server";

const database = testDatabase();
let by: StaffContext;

beforeAll(async () => {
  by = await staffMember(database, "regular_admin");
  await database.query("update admin_users set name = 'Anika Thompson'");
});
beforeEach(() => database.query("delete from visa_inquiries"));

const caller = { fullName: "Rosa Rolle", phone: "+1 242 555 0142", privacyConsent: true };
const enter = (values: Partial<InquiryValues> = {}, more: object = {}) =>
  enterInquiry(
    by,
    { ...emptyInquiry, ...caller, ...values },
    { attempt: crypto.randomUUID(), cameBy: "Phone", ...more },
  );
const problems = async (values: Partial<InquiryValues>, more: object = {}) => {
  const refused = await withoutChange(database, () => enter(values, more));
  return "detail" in refused ? refused.detail?.problems : undefined;
};
const mails = () =>
  database.query("select email_type as kind, template_data->>'by_staff' as staff from email_notifications");

test("[K-MAKE-4] a caller's inquiry is stored with name, phone, service and channel, without a mail", async () => {
  const entered = await enter();
  if (!entered.ok) throw new Error(entered.message);
  const [row] = await database.query("select * from visa_inquiries");
  expect(row).toMatchObject({
    ...{ full_name: "Rosa Rolle", email: "", visa_service: "Not sure yet", purpose: "", status: "new" },
    ...{ entered_by: by.staff.email, came_by: "Phone", travel_date: null, promised_by: expect.any(Date) },
  });
  expect((await readInquiry(entered.id))?.inquiry).toMatchObject({ enteredBy: "Anika Thompson", cameBy: "Phone" });
  expect(await mails()).toEqual([]);
  expect(await recordOf(database, entered.id)).toMatchObject([{ what: "inquiry_entered", email: by.staff.email }]);
});

test("[K-MAKE-4] an inquiry without the privacy checkbox, a way to answer, a name or a channel is refused", async () => {
  expect(await problems({ privacyConsent: false })).toEqual({
    privacyConsent: "Ask them first. We can’t keep anything without their consent.",
  });
  expect(await problems({ phone: "" })).toHaveProperty("email");
  expect(await problems({ fullName: " " })).toHaveProperty("fullName");
  expect(await problems({}, { cameBy: "" })).toEqual({ cameBy: "Choose how they contacted us." });
  expect(await problems({ visaService: "Nothing that is sold" })).toHaveProperty("visaService");
});

test("[K-MAKE-4] the confirmation is sent if it is checked, which requires an email", async () => {
  expect(await problems({}, { confirm: "yes" })).toHaveProperty("email");
  expect(await enter({ email: "rosa@mail.example" }, { confirm: "yes" })).toMatchObject({ ok: true });
  expect(await mails()).toEqual([{ kind: "contact_confirmation", staff: "true" }]);
});

test("[K-MAKE-4] sending the same key twice stores one inquiry", async () => {
  const attempt = crypto.randomUUID();
  const [one, two] = await Promise.all([enter({}, { attempt }), enter({}, { attempt })]);
  expect(one).toEqual(two);
  expect(await database.query("select 1 from visa_inquiries")).toHaveLength(1);
});

test("[F-APPL-18] a caller’s local number is refused with the full number, which is then accepted with its extension", async () => {
  const refused = await enter({ phone: "555-0142 x12" });
  expect(refused).toMatchObject({
    detail: {
      problems: { phone: "Please enter the phone number with its country code" },
      offered: "+1 242 555 0142 ext. 12",
    },
  });
  expect(await enter({ phone: "+1 242 555 0142 x12" })).toMatchObject({ ok: true });
  expect(await database.query("select phone from visa_inquiries")).toEqual([{ phone: "+1 242 555 0142 ext. 12" }]);
});
