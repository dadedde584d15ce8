import { describe, expect, test } from "vitest";
import { todayAround } from "../../app/form-engine/validate";
import { noToAll } from "../harness/applicants/applicant";
import { column, fullSteps } from "../harness/applicants/full-answers";
import { fieldsIn, textOfHtml } from "../harness/form-fields";
import { type Fields, HttpClient } from "../harness/http-client";
import { inside, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const client = new HttpClient(app);
const id = await client.start("forms@mail.example");
await app.query("update visa_applications set furthest_step = 8 where id = $1", [id]);

const revisions = new Map<string, number>();
/** Submits a step without JavaScript, and parses the following page. */
async function send(step: string, answers: Fields, intent = "save") {
  const fields = { step, revision: String(revisions.get(step) ?? 0), intent, ...answers };
  const { outcome } = await client.save(id, fields);
  revisions.set(step, outcome.revision ?? 0);
  return page(step);
}
async function page(step: string) {
  const response = await client.get(`/apply/${id}?step=${step}`);
  const html = await response.text();
  return { html, fields: fieldsIn(html), text: textOfHtml(html) };
}
describe("limits, notes and calculated values", () => {
  test("a passport issued today is valid, and one that expires today is refused", async () => {
    const { latest, earliest } = todayAround();
    const { outcome } = await client.save(id, {
      ...fullSteps.passport_info?.answers,
      issueDate: latest,
      expirationDate: earliest,
      step: "passport_info",
      revision: String(revisions.get("passport_info") ?? 0),
      intent: "next",
    });
    expect(outcome.problems).toEqual([{ name: "expirationDate", message: "Passport must be valid (not expired)" }]);
    revisions.set("passport_info", outcome.revision ?? 0);
  });

  test("[W-S2-14] a note asks for six months of validity beyond the stay, and a shorter validity is accepted", async () => {
    expect((await page("passport_info")).text).toContain("valid for at least 6 months beyond your stay");
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const { outcome } = await client.save(id, {
      ...fullSteps.passport_info?.answers,
      expirationDate: soon,
      step: "passport_info",
      revision: String(revisions.get("passport_info") ?? 0),
      intent: "next",
    });
    expect(outcome.kind).toBe("moved");
    revisions.set("passport_info", outcome.revision ?? 0);
  });

  const stays: [from: string, to: string, days: number | null][] = [
    ["2031-03-01", "2031-03-15", 14],
    ["2032-02-28", "2032-03-01", 2],
    ["2031-03-08", "2031-03-10", 2],
    ["2031-12-31", "2032-01-01", 1],
    ["2031-03-01", "2031-03-01", null],
    ["2031-03-02", "2031-03-01", null],
    ["2031-03-01", "", null],
    ["", "2031-03-01", null],
  ];
  test.each(stays)("[W-S4-1, W-S4-10] the length of stay from %s to %s is %s days", async (from, to, days) => {
    const needed = { purposeOfTrip: "To see", whoIsPaying: "self" };
    const { fields, text } = await send("trip_details", {
      ...needed,
      intendedArrivalDate: from,
      intendedDepartureDate: to,
    });
    const stayText = `Length of stay ${days} ${days === 1 ? "day" : "days"}`;
    expect(text).toContain(days === null ? "Calculated once you’ve entered both dates" : stayText);
    expect(fields.has("lengthOfStayDays"), "it is not typed").toBe(false);
    const [row] = await app.query("select length_of_stay_days as days from trip_details where application_id = $1", [
      id,
    ]);
    expect(row).toEqual({ days });
  });

  test("[W-S6-1] the income is in USD", async () => {
    const screen = screenOf((await page("employment_education")).html);
    const input = screen.getByRole("textbox", { name: /Monthly income/ });
    const around = input.closest("div:has(label)")?.textContent ?? "";
    expect(`${around} ${input.getAttribute("aria-describedby") ?? ""}`).toContain("USD");
  });

  test("[W-S5-5] every column of family_background has a question, only the four names are required, and the spouse's questions need a spouse", async () => {
    const columns = await app.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = 'family_background' and column_name not in ('application_id', 'updated_at')",
    );
    const { fields } = await page("family_background");
    // A date has an input for its day.
    expect([...fields.keys()].map((name) => column(name.replace(/\.day$/, "")))).toEqual(
      expect.arrayContaining(columns.map(({ name }) => name)),
    );
    const needed = fullSteps.family_background?.needed ?? [];
    const names = Object.fromEntries(needed.map((name) => [name, "A name"]));
    await send("family_background", { ...names, hasSpouse: "no", spousePlaceOfBirth: "Freeport" }, "next");
    const review = await page("review_certification");
    expect(review.text).toContain("Father’s country of residence");
    expect(review.text).not.toContain("Spouse’s place of birth");
    await send("family_background", {
      ...names,
      hasSpouse: "yes",
      spouseFirstName: "Z",
      spouseLastName: "R",
      spousePlaceOfBirth: "Freeport",
    });
    expect((await page("review_certification")).text).toContain("Spouse’s place of birth Freeport");
  });

  test("[W-SHARED-6] each message is shown at its field and in the summary, which links to the field", async () => {
    const revision = String(revisions.get("contact_info") ?? 0);
    const sent = {
      step: "contact_info",
      revision,
      intent: "next",
      city: " ",
      primaryPhone: "12",
      emergencyContactEmail: "x",
    };
    const response = await client.post(`/apply/${id}`, sent);
    expect(response.status).toBe(422);
    const main = inside(screenOf(await response.text()).getByRole("main"));
    const messages = {
      addressLine1: "Address line 1 is required",
      city: "City is required",
      postalCode: "Postal code is required",
      country: "Country is required",
      primaryPhone: "Please enter a valid phone number, such as +1 242 555 0142",
      emergencyContactEmail: "Please enter a valid email address",
    };
    for (const [name, message] of Object.entries(messages)) {
      const links = main.getAllByRole("link", { name: message }).map((link) => link.getAttribute("href"));
      expect(links).toContain(`#${name}`);
      const input = main.element.querySelector(`#${name}`);
      expect(input?.getAttribute("aria-invalid"), name).toBe("true");
      const described = input?.getAttribute("aria-describedby")?.split(" ") ?? [];
      expect(described).toContain(`${name}-error`);
      expect(main.element.querySelector(`#${name}-error`)?.textContent).toBe(`Error: ${message}`);
    }
    revisions.set("contact_info", Number(revision) + 1);
  });
});

describe("the security questions", () => {
  test("[W-S7-24, N-SEC-1] a Yes without details and an unanswered question are refused, the review shows it as not answered, and the certification doesn't mention it", async () => {
    const revision = String(revisions.get("security_questionnaire") ?? 0);
    const sent = { step: "security_questionnaire", revision, hasVotedUnlawfully: "yes", hasOverstayed: "no" };
    const refused = await client.save(id, { ...sent, intent: "next" });
    expect(refused.status).toBe(422);
    const named = refused.outcome.problems as { name: string; message: string }[];
    expect(named).toHaveLength(Object.keys(noToAll).length - 1);
    expect(named.filter(({ message }) => !message.startsWith("Please answer Yes or No: "))).toMatchObject([
      { name: "unlawfulVotingDetails" },
    ]);
    expect(named).toContainEqual({
      name: "hasForcedPopulationControl",
      message: "Please answer Yes or No: Have you ever been involved in population control that forced a person…",
    });
    const { fields, text, html } = await page("review_certification");
    expect(text).toMatch(/Have you ever been removed or deported from any country\? Not answered/);
    expect(text).toMatch(/longer than you were allowed to\? No /);
    const main = inside(screenOf(html).getByRole("main"));
    const name =
      /^I certify that the information in this application is true and correct to the best of my knowledge\.$/;
    expect(main.getByRole("checkbox", { name }).getAttribute("name")).toBe("certifyAccuracy");
    expect(text).not.toMatch(/did not answer|left open|leave open/);
    expect(fields.get("certifyAccuracy")?.checked).toEqual([]);
  });
});

test("[N-NUM-5, N-NUM-6] without JavaScript, a phone without a country code gets a button that adds the code of the country in the postal address", async () => {
  const answers = { country: "BS", city: "Nassau", primaryPhone: "242.555.0142", workPhone: "+1 242 555 0100" };
  const { html, fields } = await send("contact_info", answers);
  expect(fields.get("primaryPhone")?.attributes.value).toBe("242.555.0142");
  const main = inside(screenOf(html).getByRole("main"));
  expect(main.element.querySelector("#primaryPhone-reading")?.textContent).toBe("242 555 0142");
  const [button, ...otherButtons] = main.getAllByRole("button", { name: /^Use / });
  expect([button?.textContent, otherButtons]).toEqual(["Use +1 242 555 0142", []]);
  const after = await send("contact_info", answers, button?.getAttribute("value") ?? "");
  expect(after.fields.get("primaryPhone")?.attributes.value).toBe("+1 242 555 0142");
  expect(after.fields.get("city")?.attributes.value).toBe("Nassau");
  expect(after.text).not.toContain("Use +1");
  // In another step the country of the stored postal address applies.
  await send("employment_education", { currentStatus: "employed", employerPhone: "555-0199" });
  const elsewhere = screenOf((await page("employment_education")).html);
  expect(elsewhere.getByRole("button", { name: "Use +1 242 555 0199" })).toBeTruthy();
});

test("[F-APPL-18] without JavaScript, a phone number in home-country format with an extension gets a button that adds its code", async () => {
  await send("passport_info", { nationalityCountry: "HT" });
  const answers = { country: "BS", primaryPhone: "37 12 34 56 x12" };
  const { html } = await send("contact_info", answers);
  const button = screenOf(html).getByRole("button", { name: "Use +509 37 12 34 56 ext. 12" });
  const after = await send("contact_info", answers, button.getAttribute("value") ?? "");
  expect(after.fields.get("primaryPhone")?.attributes.value).toBe("+509 37 12 34 56 ext. 12");
});

test("[W-SHARED-10] without JavaScript, a hidden answer stays in its page and shows again when its condition is met", async () => {
  const answers = fullSteps.passport_info?.answers ?? {};
  await send("passport_info", answers);
  const { fields } = await send("passport_info", { ...answers, hasLostStolenPassport: "no" });
  expect(fields.get("lostStolenDetails")?.attributes.value).toBe(answers.lostStolenDetails);
  expect(fields.get("hasLostStolenPassport")?.checked).toEqual(["no"]);
});

test("[W-S8-5, W-S8-1] the signature's date is today in Nassau and read-only, and a form with another date changes nothing", async () => {
  const today = () =>
    new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "America/Nassau" }).format(new Date());
  const before = today();
  const { fields } = await page("review_certification");
  const date = fields.get("signatureDate")?.attributes ?? {};
  expect([before, today()]).toContain(date.value);
  expect("readonly" in date).toBe(true);
  const after = await send("review_certification", { signatureDate: "January 1, 2001", electronicSignature: "Me" });
  expect([before, today()]).toContain(after.fields.get("signatureDate")?.attributes.value);
  expect(after.fields.get("electronicSignature")?.attributes.value).toBe("Me");
});
