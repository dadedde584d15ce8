import { describe, expect, test } from "vitest";
import { signIn } from "../harness/desk/desk";
import { send, sendPage } from "../harness/desk/inquirer";
import { type Fields, HttpClient } from "../harness/http-client";
import { pageThat, textOfElement } from "../harness/page-text";
import { inside, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

/** The form of a page without JavaScript, and its collapsed part. */
function formOf(html: string) {
  const screen = screenOf(html);
  const form = inside(screen.getByRole("form", { name: "Inquiry" }));
  const fold = form.getByText("Add details").closest("details") as HTMLDetailsElement;
  return { words: textOfElement(screen.getByRole("main")), form, fold: inside(fold), open: fold.open, screen };
}
const read = async (path = "/contact") => formOf(await (await new HttpClient(app).get(path)).text());
const least: Fields = { fullName: "Ana", purpose: "A cruise", privacyConsent: "yes" };
const sent = async (fields: Fields) => formOf(await (await sendPage(new HttpClient(app), fields)).text());

const labels = [/^Full name/, /^Email address/, /^Phone number/, /^Visa service/, /^Purpose of travel/, /^I accept/];
const folded = [
  ...[/^Email$/, /^WhatsApp$/, /^Nationality/, /^Country of residence/, /^Passport expiry date/, /^Travel date/],
  ...[/^Number of adults/, /^Number of children/, /^Documents/],
];

describe("the short form", () => {
  test("[L-ASK-1, L-ASK-8] the form asks six questions and collapses the rest, which opens without JavaScript", async () => {
    const { form, fold, open } = await read();
    for (const label of labels) {
      expect(form.getByLabelText(label), String(label)).toBeTruthy();
      expect(fold.queryByLabelText(label), String(label)).toBeNull();
    }
    for (const label of folded) expect(fold.getAllByLabelText(label), String(label)).not.toEqual([]);
    expect(open).toBe(false);
    const inputs = [...form.element.querySelectorAll<HTMLElement>("[aria-required]")].map(({ id }) => id);
    expect(inputs).toEqual(["fullName", "purpose", "privacyConsent"]);
    expect(form.getByLabelText(/^Visa service/)).toHaveProperty("value", "Not sure yet");
    expect(form.element.querySelector("input[name=preferredContactMethod]:checked")).toBeNull();
  });

  test("[L-ASK-10] the form leaves out places without citizens as a nationality, and offers every place as a residence", async () => {
    const { form } = await read();
    const codes = (label: RegExp) =>
      [...(form.getByLabelText(label) as HTMLSelectElement).options].map(({ value }) => value);
    const uninhabited = ["AQ", "BV", "GS", "HM", "IO", "TF", "UM"];
    const nationalities = codes(/^Nationality/);
    const lived = codes(/^Country of residence/);
    expect(lived.filter((code) => !nationalities.includes(code)).toSorted()).toEqual(uninhabited);
    expect(nationalities).toContain("BS");
  });

  test("[L-ASK-5] the form offers a service by name once it is activated, after the ten and none yet", async () => {
    const names = async () => {
      const { form } = await read();
      return [...(form.getByLabelText(/^Visa service/) as HTMLSelectElement).options].map(({ value }) => value);
    };
    const before = await names();
    expect(before.slice(9, 12)).toEqual(["Permanent Residence", "Not sure yet", "Australia Visitor Visa"]);
    await app.query("insert into visa_services (service_name, slug) values ('Kenya eTA', 'kenya-eta')");
    await pageThat(app, "/contact", ({ html }) => html.includes("Kenya eTA"));
    const after = await names();
    expect(after.filter((name) => !before.includes(name))).toEqual(["Kenya eTA"]);
    expect(after.slice(11)).toEqual(after.slice(11).toSorted());
    await app.query("update visa_services set is_active = false where slug = 'kenya-eta'");
    await pageThat(app, "/contact", ({ html }) => !html.includes("Kenya eTA"));
    // A draft may still name it: never preselect another service.
    const { form, words } = await sent({ ...least, email: "ana@mail.example", visaService: "Kenya eTA" });
    expect(words).toContain("Visa service: choose one of the options");
    expect(form.getByLabelText(/^Visa service/)).toHaveProperty("value", "Not sure yet");
  });
});

describe("the response page", () => {
  test("[L-ASK-8] the details are open if one of them has a message or an answer, and closed otherwise", async () => {
    const wrong = await sent({ ...least, email: "a@mail.example", nationality: "AQ" });
    const link = wrong.screen.getByRole("link", { name: "Nationality: choose a country of the list" });
    expect([wrong.open, link.getAttribute("href")]).toEqual([true, "#nationality"]);
    expect((await sent({ ...least, travelDate: "2031-05-01" })).open).toBe(true);
    expect((await sent(least)).open).toBe(false);
  });

  test("[L-ASK-7] the page shows the reference and how we answer, and mentions a confirmation only with an email", async () => {
    const { words } = await sent({ ...least, phone: "+1 242 555 0177", preferredContactMethod: "WhatsApp" });
    const [row] = await app.query<{ id: string }>("select id from visa_inquiries where phone = '+1 242 555 0177'");
    expect(words).toContain("Inquiry Submitted Successfully!");
    expect(words).toContain(row?.id.slice(0, 12).toUpperCase());
    expect(words).toContain("We’ll answer on WhatsApp at +1 242 555 0177");
    expect(words).not.toContain("Confirmation");
    expect((await sent({ ...least, email: "told@mail.example" })).words).toContain("Confirmation sent to told@mail");
  });
});

test("[L-ASK-9] the desk shows a dash for missing values and finds an inquiry by the given ones", async () => {
  const desk = await signIn(app);
  const visaService = "Barbados Welcome Stamp";
  await send(new HttpClient(app), { ...least, fullName: "Quilla Dash", phone: "242.555.0188", visaService });
  const [row] = await app.query<{ id: string }>("select id from visa_inquiries where full_name = 'Quilla Dash'");
  const detail = screenOf(await (await desk.get(`/admin/inquiries/${row?.id}`)).text());
  for (const label of ["Email", "Nationality", "Country of residence", "Passport expiry", "Travel date"])
    expect(detail.getByText(label, { selector: "dt" }).nextElementSibling?.textContent, label).toBe("—");
  expect(detail.getByText("Preferred contact method").nextElementSibling?.textContent).toBe("Phone");
  for (const text of ["quilla", "242 555 0188", "welcome stamp"]) {
    const list = screenOf(await (await desk.get(`/admin/inquiries?q=${encodeURIComponent(text)}`)).text());
    const found = list.getByText("Quilla Dash", { selector: "td *" }).closest("tr");
    expect(found?.textContent, text).toMatch(/242 555 0188.*Barbados Welcome Stamp.*—/);
  }
});
