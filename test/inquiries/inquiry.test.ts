import { beforeAll, describe, expect, test } from "vitest";
import { contactMethods, inquiryServices } from "../../app/db/schema/values";
import { file, inquirer, inquiriesOf, pdf, send, sendPage } from "../harness/desk/inquirer";
import { type Fields, HttpClient } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const client = () => new HttpClient(app);
const count = async (table: "visa_inquiries" | "documents") =>
  (await app.query<{ count: number }>(`select count(*)::int from ${table}`))[0]?.count;
let people = 0;
const someone = (): Fields & { email: string } => ({ ...inquirer, email: `someone${++people}@mail.example` });

describe("an inquiry", () => {
  let sent: Awaited<ReturnType<typeof send>>;
  beforeAll(async () => {
    sent = await send(client(), inquirer);
  });

  test("[P-CONTACT-28] an inquiry stores dates without time, and the time at which it was received", async () => {
    const [row] = await app.query(
      `select pg_typeof(passport_expiry_date)::text as expiry, pg_typeof(travel_date)::text as travel,
         pg_typeof(created_at)::text as created, passport_expiry_date::text as day
       from visa_inquiries where email = $1`,
      [inquirer.email],
    );
    const created = "timestamp with time zone";
    expect(row).toEqual({ expiry: "date", travel: "date", created, day: "2031-05-01" });
  });

  test("[P-CONTACT-29] an inquiry is in contact_inquiries under the same id", async () => {
    const [row] = await inquiriesOf(app, inquirer.email ?? "");
    expect(await app.query("select 1 from contact_inquiries where id = $1", [row?.id])).toHaveLength(1);
  });

  test("[P-CONTACT-25, P-CONTACT-27] an inquiry is one row with every answer under its field's name", async () => {
    expect(sent).toMatchObject({ status: 200, ok: true });
    const rows = await app.query(
      `select id, full_name, email, phone, preferred_contact_method, visa_service, nationality, residence_country,
         passport_expiry_date::text, travel_date::text, num_adults, num_children, purpose, privacy_consent,
         uploaded_documents, created_at
       from visa_inquiries where email = $1`,
      [inquirer.email],
    );
    expect(rows).toEqual([
      {
        id: expect.any(String),
        full_name: inquirer.fullName,
        email: inquirer.email,
        phone: inquirer.phone,
        preferred_contact_method: "WhatsApp",
        visa_service: "US Student (F-1) Visa",
        nationality: "HT",
        residence_country: "BS",
        passport_expiry_date: "2031-05-01",
        travel_date: "2027-08-20",
        num_adults: 2,
        num_children: 1,
        purpose: inquirer.purpose,
        privacy_consent: true,
        uploaded_documents: [],
        created_at: expect.any(Date),
      },
    ]);
    expect(sent.reference).toBe(rows[0]?.id.slice(0, 12).toUpperCase());
  });

  test.each(["fullName", "purpose"])(
    "[P-CONTACT-4, P-PERM-8, L-ASK-2] an inquiry is not stored without %s",
    async (name) => {
      const fields = { ...someone(), [name]: "  " };
      const sent = await send(client(), fields);
      expect(sent.status).toBe(422);
      expect(sent.problems?.map((problem) => problem.name)).toEqual([name]);
      expect(sent.problems?.[0]?.message).toMatch(/ is required$/);
      expect(await inquiriesOf(app, fields.email)).toEqual([]);
    },
  );

  test("[P-CONTACT-4, L-ASK-2] an inquiry without contact details, or without any field, is not stored", async () => {
    const before = await count("visa_inquiries");
    const message = "Please give us an email address or a phone number, so that we can answer.";
    const withoutContact = { ...someone(), email: " ", phone: "" };
    expect((await send(client(), withoutContact)).problems).toEqual([{ name: "email", message }]);
    const { purpose: _purpose, ...fields } = someone();
    expect((await send(client(), fields)).status).toBe(422);
    const names = (await send(client(), {})).problems?.map(({ name }) => name);
    expect(names).toEqual(["fullName", "email", "purpose", "privacyConsent"]);
    expect(await count("visa_inquiries")).toBe(before);
  });

  test.each([
    ["P-CONTACT-5", "email", "nadege@mail", "Please enter a valid email address"],
    ["P-CONTACT-5", "email", "a@b.c, d@e.f", "Please enter a valid email address"],
    ["P-CONTACT-7", "preferredContactMethod", "Fax", "Preferred contact method: choose one of the options"],
    ["P-CONTACT-8", "visaService", "Mars Visa", "Visa service: choose one of the options"],
    ["P-CONTACT-9", "numAdults", "0", "Number of adults must be between 1 and 10"],
    ["P-CONTACT-9", "numAdults", "11", "Number of adults must be between 1 and 10"],
    ["P-CONTACT-11", "numAdults", "two", "Number of adults must be between 1 and 10"],
    ["P-CONTACT-10", "numChildren", "11", "Number of children must be between 0 and 10"],
    ["P-CONTACT-12", "purpose", "é".repeat(151), "Purpose of travel can have at most 150 characters"],
    ["P-CONTACT-4", "travelDate", "2027-02-30", "Travel date must be a real date, such as 2026-11-21"],
    ["P-CONTACT-4", "nationality", "XX", "Nationality: “XX” is not on the list. Please choose a country."],
    ["P-CONTACT-4", "phone", "call me maybe", "Please enter a valid phone number"],
    ["P-CONTACT-4", "phone", "+ - - - - - -", "Please enter a valid phone number"],
  ])("[%s, P-PERM-8] an inquiry is refused with %s %j", async (_row, name, value, message) => {
    const fields = { ...someone(), [name]: value };
    const before = await count("visa_inquiries");
    const sent = await send(client(), fields);
    expect(sent).toMatchObject({ status: 422, reason: "invalid", problems: [{ name, message }] });
    expect(await count("visa_inquiries")).toBe(before);
  });

  test("[P-CONTACT-6, P-PERM-8] an inquiry without consent is refused", async () => {
    const { privacyConsent: _consent, ...fields } = someone();
    const message = "You must accept the privacy policy to submit this form.";
    expect((await send(client(), fields)).problems).toEqual([{ name: "privacyConsent", message }]);
    expect(await inquiriesOf(app, fields.email)).toEqual([]);
  });

  test.each([
    ["P-CONTACT-9", "numAdults", "10", "num_adults", 10],
    ["P-CONTACT-10", "numChildren", "10", "num_children", 10],
    ["P-CONTACT-10", "numChildren", "0", "num_children", 0],
    ["P-CONTACT-11", "numChildren", "none", "num_children", 0],
    ["P-CONTACT-12", "purpose", "🛂".repeat(150), "purpose", "🛂".repeat(150)],
    ["P-CONTACT-4", "phone", "242.555.0100", "phone", "242 555 0100"],
    ["P-CONTACT-4", "phone", "+49 170/1234567", "phone", "+49 170 1234567"],
    ["P-CONTACT-4", "phone", "＋1\u00a0242‑555–0100", "phone", "+1 242-555-0100"],
  ])("[%s] an inquiry is accepted with %s %j", async (_row, name, value, column, stored) => {
    const fields = { ...someone(), [name]: value };
    expect((await send(client(), fields)).ok).toBe(true);
    expect((await inquiriesOf(app, fields.email))[0]?.[column]).toBe(stored);
  });

  test("[P-CONTACT-7, P-CONTACT-8] an inquiry accepts each of the options", async () => {
    for (const visaService of inquiryServices)
      expect((await send(client(), { ...someone(), visaService })).ok, visaService).toBe(true);
    for (const preferredContactMethod of contactMethods)
      expect((await send(client(), { ...someone(), preferredContactMethod })).ok).toBe(true);
  });

  test("[P-CONTACT-25] an inquiry sent twice at once with one key is one row with one set of mails", async () => {
    const fields = { ...someone(), attempt: crypto.randomUUID() };
    const from = client();
    const [first, second] = await Promise.all([send(from, fields), send(from, fields)]);
    expect(first.ok).toBe(true);
    expect(second).toEqual(first);
    expect(await inquiriesOf(app, fields.email)).toHaveLength(1);
    const mails = await app.query("select 1 from email_notifications where template_data->>'email' = $1", [
      fields.email,
    ]);
    expect(mails).toHaveLength(2);
  });

  test("[P-CONTACT-25, P-CONTACT-30] without JavaScript, sending the same form twice stores one inquiry, and a changed form stores a second", async () => {
    const fields = someone();
    const from = client();
    const twice = await Promise.all([1, 2].map(() => sendPage(from, fields, [file("a.pdf", pdf())])));
    for (const response of twice) expect(await response.text()).toContain("Inquiry Submitted Successfully!");
    expect(await inquiriesOf(app, fields.email)).toHaveLength(1);
    await sendPage(from, { ...fields, purpose: "Something else" });
    expect(await inquiriesOf(app, fields.email)).toHaveLength(2);
  });

  test("[F-APPL-22] a filled honeypot asks to send the form again with its values, and a form sent within a moment is accepted", async () => {
    const trapped = someone();
    const refused = await send(client(), { ...trapped, preferredGreeting: "Buy now" });
    expect(refused).toMatchObject({ status: 422, reason: "invalid", problems: undefined });
    expect(await inquiriesOf(app, trapped.email)).toEqual([]);
    expect((await send(client(), trapped)).ok).toBe(true);
    // A password manager fills in a form within a moment; pages of the last release still send how fast it was.
    expect((await send(client(), { ...someone(), elapsed: "120" })).ok).toBe(true);
    const page = await sendPage(client(), { ...someone(), preferredGreeting: "Buy now" });
    const html = await page.text();
    expect(html).toContain("We couldn’t tell whether a person sent this.");
    expect(html).toContain("A degree in nursing,");
    expect(html).not.toContain("Buy now");
  });
});

test("[F-APPL-18] without JavaScript, a local phone number gets a button that adds its country code in the field", async () => {
  const fields = { ...someone(), phone: "555-0142 x12" };
  const from = client();
  const refused = await (await sendPage(from, fields)).text();
  const value = "phone:phone:+1 242 555 0142 ext. 12";
  expect(refused).toContain("Please enter the phone number with its country code");
  expect(screenOf(refused).getByRole("button", { name: /^Use / })).toHaveProperty("value", value);
  const html = await (await sendPage(from, { ...fields, intent: value })).text();
  expect(html).toContain('value="+1 242 555 0142 ext. 12"');
  expect(html).not.toContain("country code");
  expect(await inquiriesOf(app, fields.email)).toEqual([]);
  await sendPage(from, { ...fields, phone: "+1 242 555 0142 ext. 12" });
  expect((await inquiriesOf(app, fields.email))[0]?.phone).toBe("+1 242 555 0142 ext. 12");
});

describe("limits", () => {
  test("[P-PERM-10] the eleventh inquiry from one IP is refused", async () => {
    const from = client();
    for (let sent = 0; sent < 10; sent++) expect((await send(from, someone())).status).toBe(200);
    const fields = someone();
    const refused = await send(from, fields);
    expect(refused).toMatchObject({ status: 429, reason: "limited" });
    expect(refused.message).toMatch(
      /^Too many inquiries were sent from your internet connection. Please try again in (an hour|\d+ minutes), or call us\.$/,
    );
    expect(await inquiriesOf(app, fields.email)).toEqual([]);
    expect((await send(client(), fields)).status).toBe(200);
  });

  test("[P-PERM-10] the sixth inquiry with one email is refused, from any IP", async () => {
    const fields = someone();
    for (let sent = 0; sent < 5; sent++) expect((await send(client(), fields)).status).toBe(200);
    expect((await send(client(), { ...fields, email: fields.email.toUpperCase() })).status).toBe(429);
    expect(await inquiriesOf(app, fields.email)).toHaveLength(5);
  });

  test("[P-PERM-9] a cross-site form changes nothing", async () => {
    const before = [await count("visa_inquiries"), await count("documents")];
    const form = new FormData();
    form.set("attempt", crypto.randomUUID());
    form.set("file", file("a.pdf", pdf()));
    for (const origin of ["https://evil.example", "null", undefined]) {
      expect((await client().post("/contact", someone(), { origin })).status).toBe(403);
      expect((await client().post("/contact/send", someone(), { origin })).status).toBe(403);
      expect((await client().post("/contact/upload", form, { origin })).status).toBe(403);
    }
    expect([await count("visa_inquiries"), await count("documents")]).toEqual(before);
  });
});

test("[L-ASK-6] the contact page is the same for every visitor: it sets no cookie, and its URL carries preselected values", async () => {
  const [one, two] = [await client().get("/contact"), await client().get("/contact")];
  expect(one.headers.getSetCookie()).toEqual([]);
  const plain = async (page: Response) =>
    (await page.text()).replaceAll(/nonce="[^"]*"/g, "").replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "");
  expect(await plain(one)).toBe(await plain(two));
  for (const [param, option] of [
    ["bahamian-evisa", "Bahamian e-Visa"],
    ["us-travel-b1-b2-visa", "US Travel (B1/B2) Visa"],
    ["canadian-visitor-visa-trv", "Canadian Visitor Visa (TRV)"],
    ["jamaica-visitor-visa", "Jamaica Visitor Visa"],
    ["%3Cscript%3E", "Not sure yet"],
  ]) {
    const screen = screenOf(await (await client().get(`/contact?service=${param}`)).text());
    expect(screen.getByLabelText(/^Visa service/)).toHaveProperty("value", option);
  }
});

test("[P-PERM-3] no URL gives a visitor someone else's inquiry", async () => {
  const fields = { ...someone(), fullName: "Xanthippe Quillfeather" };
  const owner = client();
  const sent = await send(owner, fields);
  const [inquiry] = await inquiriesOf(app, fields.email);
  const ids = [inquiry?.id ?? "", sent.reference ?? "", encodeURIComponent(fields.email)];
  const { readFileSync } = await import("node:fs");
  const routes = [...readFileSync("app/routes.ts", "utf8").matchAll(/route\("([^"*]+)"/g)].map(
    ([, path]) => path ?? "",
  );
  expect(routes.length).toBeGreaterThan(15);
  for (const route of [...routes, "contact_inquiries/:id", "visa_inquiries/:id", "functions/v1/inquiries/:id"])
    for (const id of ids) {
      const path = `/${route.includes(":") ? route.replace(/:\w+/, id) : `${route}?id=${id}&reference=${id}&q=${id}`}`;
      for (const target of [path, path.replace(/(\?|$)/, ".data$1")]) {
        const response = await client().get(target, { accept: "*/*" });
        expect(await response.text(), target).not.toContain("Quillfeather");
      }
    }
});
