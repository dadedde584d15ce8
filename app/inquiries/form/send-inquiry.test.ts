import { beforeEach, describe, expect, test } from "vitest";
import { inquirer } from "../../../test/harness/desk/inquirer";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { emptyInquiry, type InquiryValues } from "../inquiry";
import { sendInquiry } from "./send-inquiry.server";

const database = testDatabase();
beforeEach(() => database.query("delete from limit_counts"));

let people = 0;
const least = { ...emptyInquiry, fullName: "Ana", purpose: "A cruise", privacyConsent: true };
const all = { ...inquirer, privacyConsent: true } as unknown as InquiryValues;
const send = (
  values: InquiryValues,
  attempt: string = crypto.randomUUID(),
  { address = `10.0.0.${++people}`, holder }: { address?: string; holder?: string } = {},
) => sendInquiry({ address, holder }, { values, documents: [], attempts: [attempt], mechanical: false });
/** The row of a response. */
async function stored(sent: Awaited<ReturnType<typeof send>>) {
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const [row] = await database.query("select * from visa_inquiries where upper(left(id::text, 12)) = $1", [
    sent.reference,
  ]);
  return row ?? {};
}
const mailsOf = async (id: unknown) => {
  const mails = await database.query<{ email_type: string; recipient_email: string; template_data: object }>(
    "select email_type, recipient_email, template_data from email_notifications where contact_inquiry_id = $1",
    [id],
  );
  return mails.toSorted((a, b) => a.email_type.localeCompare(b.email_type));
};

test("[L-ASK-4] omitted details are stored as null, one adult and no children", async () => {
  const row = await stored(await send({ ...least, email: "ana@mail.example" }));
  expect(row).toMatchObject({
    ...{ email: "ana@mail.example", phone: "", preferred_contact_method: "Email", visa_service: "Not sure yet" },
    ...{ nationality: null, residence_country: null, passport_expiry_date: null, travel_date: null },
    ...{ num_adults: 1, num_children: 0, purpose: "A cruise", privacy_consent: true },
  });
  expect((await mailsOf(row.id)).map(({ email_type }) => email_type)).toEqual([
    "contact_admin_notification",
    "contact_confirmation",
  ]);
});

test("[L-ASK-7, L-ASK-3] without an email only the office gets a mail, and the response says how we will answer", async () => {
  for (const [method, by] of [
    ["", "Phone"],
    ["WhatsApp", "WhatsApp"],
  ] as const) {
    const phone = "+1 242 555 0100";
    const sent = await send({ ...least, phone, preferredContactMethod: method });
    expect(sent).toMatchObject({ ok: true, email: "", phone, by });
    const row = await stored(sent);
    expect(row).toMatchObject({ email: "", phone, preferred_contact_method: by });
    const [mail, ...more] = await mailsOf(row.id);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      email_type: "contact_admin_notification",
      recipient_email: "desk@lucaya.example",
      template_data: { email: "", phone, country: "", answer_by: by },
    });
  }
});

test("[L-ASK-7] an inquiry sent twice is stored once, and without an email the hourly limit is by phone", async () => {
  const attempt = crypto.randomUUID();
  const values = { ...least, phone: "+1 242 555 0199" };
  const first = await send(values, attempt);
  expect(await send(values, attempt)).toEqual(first);
  for (let more = 0; more < 4; more++) expect((await send(values)).ok).toBe(true);
  expect(await send({ ...values, phone: "1242-555-0199" })).toMatchObject({ ok: false, reason: "limited" });
  expect((await send({ ...values, phone: "+1 242 555 0198" })).ok).toBe(true);
});

test("[F-LIMIT-1] five inquiries an hour are allowed per email, from any browsers, not per browser", async () => {
  const from = (email: string, holder: string) => send({ ...least, email }, undefined, { holder });
  for (let more = 0; more < 5; more++) expect((await from("ana@mail.example", `browser ${more}`)).ok).toBe(true);
  expect(await from("Ana@mail.example", "another browser")).toMatchObject({
    ...{ ok: false, reason: "limited" },
    message: expect.stringContaining("with this email address"),
  });
  for (let more = 0; more < 6; more++) expect((await from(`p${more}@mail.example`, "one browser")).ok).toBe(true);
});

describe("the services of an inquiry", () => {
  const named = (visaService: string) => send({ ...all, visaService, email: `p${++people}@mail.example` });

  test("[L-ASK-5] an activated service is accepted at once, and an inactive one is refused", async () => {
    const name = "Moon Visa";
    const refused = { ok: false, reason: "invalid", detail: { problems: [{ name: "visaService" }] } };
    expect(await named(name)).toMatchObject(refused);
    await database.query("insert into visa_services (service_name, slug, is_active) values ($1, 'moon-visa', false)", [
      name,
    ]);
    expect(await named(name)).toMatchObject(refused);
    await database.query("update visa_services set is_active = true where slug = 'moon-visa'");
    expect((await stored(await named(name))).visa_service).toBe(name);
    await database.query("update visa_services set is_active = false");
    expect(await named(name)).toMatchObject(refused);
    expect((await stored(await named("Canadian eTA"))).visa_service).toBe("Canadian eTA");
  });
});

test("[L-ASK-2] the database refuses an inquiry without a way to answer", async () => {
  const text = `insert into visa_inquiries (full_name, email, phone, visa_service, purpose, privacy_consent)
    values ('Ana', $1, '', 'Canadian eTA', 'A cruise', true)`;
  await expect(database.query(text, [""])).rejects.toThrow(/visa_inquiries_can_be_answered/);
  await database.query(text, ["ana@mail.example"]);
});
