import { beforeAll, describe, expect, test } from "vitest";
import { todayAround } from "../../app/applications/steps/engine/validate";
import { column, fullSteps } from "../harness/applicants/full-answers";
import { securityTopics } from "../harness/applicants/security-topics";
import { asked, offers } from "../harness/applicants/step-inputs";
import { type FormField, fieldsIn, wordsOf } from "../harness/form-fields";
import type { Program } from "../harness/program";
import { sharedProgram } from "../harness/shared";
import { type Fields, Visitor } from "../harness/visitor";

let program: Program;
let visitor: Visitor;
let id: string;
beforeAll(async () => {
  program = await sharedProgram();
  visitor = new Visitor(program);
  id = await visitor.start("forms@mail.example");
  await program.query("update visa_applications set furthest_step = 8 where id = $1", [id]);
});

const revisions = new Map<string, number>();
/** Sends a step as its page does without script, and reads the page that follows. */
async function send(step: string, answers: Fields, intent = "save") {
  const fields = { step, revision: String(revisions.get(step) ?? 0), intent, ...answers };
  const { outcome } = await visitor.save(id, fields);
  revisions.set(step, outcome.revision ?? 0);
  return page(step);
}
async function page(step: string) {
  const response = await visitor.get(`/apply/${id}?step=${step}`);
  const html = await response.text();
  return { html, fields: fieldsIn(html), text: wordsOf(html) };
}
const has = (fields: Map<string, FormField>, names: string[]) =>
  expect([...fields.keys()]).toEqual(expect.arrayContaining(names));
const values = (fields: Map<string, FormField>, name: string) => fields.get(name)?.values.filter(Boolean);
const words = (text: string) => text.split(" ");

describe("[W-S1-1, W-S1-2, W-S1-3, W-S1-4, W-S1-5, W-S2-1, W-S2-2, W-S2-3, W-S2-4, W-S2-5, W-S3-1, W-S3-2, W-S3-3, W-S4-1, W-S4-2, W-S4-3, W-S4-4, W-S4-5, W-S4-6, W-S5-1, W-S5-2, W-S6-1, W-S6-2, W-S6-3, W-S6-8, W-S7-1, W-S8-1] what each step asks, and that it is stored under the name of its input", () => {
  test.each(asked)("[%s] %s: %s", async (_, step, names) => {
    const answers = fullSteps[step]?.answers ?? {};
    const { fields } = await send(step, answers);
    has(fields, words(names));
    const [row] = await program.query<{ keys: string[] }>(
      `select array(select jsonb_object_keys(metadata -> $2)) as keys from visa_applications where id = $1`,
      [
        id,
        `step${["applicant_info", "passport_info", "contact_info", "trip_details", "family_background", "employment_education"].indexOf(step) + 1}`,
      ],
    );
    // What was typed is there again, each answer in its own input.
    for (const name of words(names).filter((one) => one in answers)) {
      const field = fields.get(name);
      expect([name, field?.checked[0] ?? field?.attributes.value]).toEqual([name, answers[name]]);
      expect(row?.keys).toContain(name.replace(/\[.*/, ""));
    }
  });

  test.each(offers)("[%s] %s offers exactly %s", async (_, step, line) => {
    const [name = "", ...options] = line.split(/:? /);
    const { fields } = await send(step, fullSteps[step]?.answers ?? {});
    expect(values(fields, name)).toEqual(options);
  });
});

describe("limits, notes and what is worked out", () => {
  test("[W-S2-12, W-S2-13, W-S4-8, W-S1-12] inputs allow no date or text that would be refused; today is the kinder day", async () => {
    const before = todayAround();
    const passport = (await page("passport_info")).fields;
    const trip = (await page("trip_details")).fields;
    const after = todayAround();
    expect([before.latest, after.latest]).toContain(passport.get("issueDate")?.attributes.max);
    expect([before.earliest, after.earliest]).toContain(passport.get("expirationDate")?.attributes.min);
    expect([before.earliest, after.earliest]).toContain(trip.get("intendedArrivalDate")?.attributes.min);
    expect((await page("applicant_info")).fields.get("telecodeName")?.attributes.maxlength).toBe("4");
    // Their edges over HTTP: today's issue is good, today's expiry is over, today's arrival is good.
    const edges = (now: { earliest: string; latest: string }) => ({
      issueDate: now.latest,
      expirationDate: now.earliest,
    });
    const { outcome } = await visitor.save(id, {
      ...fullSteps.passport_info?.answers,
      ...edges(todayAround()),
      step: "passport_info",
      revision: String(revisions.get("passport_info") ?? 0),
      intent: "next",
    });
    expect(outcome.problems).toEqual([{ name: "expirationDate", message: "Passport must be valid (not expired)" }]);
    revisions.set("passport_info", outcome.revision ?? 0);
  });

  test("[W-S2-14] a note on six months beyond the stay; less is not refused", async () => {
    expect((await page("passport_info")).text).toContain("valid for at least 6 months beyond your stay");
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const { outcome } = await visitor.save(id, {
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
  test.each(stays)("[W-S4-1, W-S4-9, W-S4-10] from %s to %s: %s days", async (from, to, days) => {
    const needed = { purposeOfTrip: "To see", whoIsPaying: "self" };
    const { fields, text } = await send("trip_details", {
      ...needed,
      intendedArrivalDate: from,
      intendedDepartureDate: to,
    });
    expect(fields.get("intendedDepartureDate")?.attributes.min).toBe(from || undefined);
    expect(text).toContain(days === null ? "Fills in once both dates are there" : `Length of stay ${days} days`);
    expect(fields.has("lengthOfStayDays"), "it is not typed").toBe(false);
    const [row] = await program.query(
      "select length_of_stay_days as days from trip_details where application_id = $1",
      [id],
    );
    expect(row).toEqual({ days });
  });

  test("[W-S6-1] the income is in USD", async () => {
    const { html } = await page("employment_education");
    expect(wordsOf(html.slice(html.indexOf('for="monthlyIncome"')).slice(0, 2000))).toMatch(/Monthly income .*USD/);
  });

  test("[W-S5-5] every column of family_background is asked; beyond the four names all are optional; the spouse's only with a spouse", async () => {
    const columns = await program.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = 'family_background' and column_name not in ('application_id', 'updated_at')",
    );
    const { fields } = await page("family_background");
    expect([...fields.keys()].map(column)).toEqual(expect.arrayContaining(columns.map(({ name }) => name)));
    const needed = fullSteps.family_background?.needed ?? [];
    const names = Object.fromEntries(needed.map((name) => [name, "A name"]));
    await send("family_background", { ...names, hasSpouse: "no", spousePlaceOfBirth: "Freeport" }, "next");
    const review = await page("review_certification");
    expect(review.text).toContain("Father’s present country");
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

  test("[W-SHARED-6] each message stands at its field and in the list that leads to it", async () => {
    const revision = String(revisions.get("contact_info") ?? 0);
    const sent = {
      step: "contact_info",
      revision,
      intent: "next",
      city: " ",
      primaryPhone: "12",
      emergencyContactEmail: "x",
    };
    const answer = await visitor.post(`/apply/${id}`, sent);
    expect(answer.status).toBe(422);
    const html = await answer.text();
    const said = {
      addressLine1: "Address line 1 is required",
      city: "City is required",
      postalCode: "Postal code is required",
      country: "Country is required",
      primaryPhone: "Please enter a valid phone number",
      emergencyContactEmail: "Please enter a valid email address",
    };
    const summary = [...html.matchAll(/<a[^>]*href="#(\w+)"[^>]*>([^<]*)<\/a>/g)].map(([, name, message]) => [
      name,
      message,
    ]);
    for (const [name, message] of Object.entries(said)) {
      expect(summary).toContainEqual([name, message]);
      const at = new RegExp(`id="${name}-error"[\\s\\S]*?</p>`).exec(html)?.[0] ?? "";
      expect(wordsOf(`<p ${at}`)).toBe(`Error: ${message}`);
      expect(html).toMatch(new RegExp(`<(input|select)(?=[^>]* id="${name}")(?=[^>]* aria-invalid="true")[^>]*>`));
    }
    revisions.set("contact_info", Number(revision) + 1);
  });
});

describe("[W-S7-5, W-S7-6, W-S7-7, W-S7-8, W-S7-9, W-S7-10, W-S7-11, W-S7-12, W-S7-13, W-S7-14, W-S7-15, W-S7-16, W-S7-17, W-S7-18, W-S7-19, W-S7-20, W-S7-21, W-S7-22] the security questions", () => {
  test.each(securityTopics)(
    "[%s] %s is asked, yes or no, with details, and nothing is preselected",
    async (_, __, asks, ...questions) => {
      const { fields, text } = await page("security_questionnaire");
      expect(text).toMatch(asks);
      for (const [name, details] of questions) {
        expect(fields.get(name)).toMatchObject({ kind: "radio", values: ["yes", "no"], checked: [] });
        expect(fields.get(details)).toMatchObject({ kind: "textarea" });
      }
    },
  );

  test("[W-S7-4, W-S7-23] every question that is stored is asked, under the heading of its topic", async () => {
    const columns = await program.query<{ name: string; type: string }>(
      "select column_name as name, data_type as type from information_schema.columns where table_name = 'security_questionnaire' and column_name not in ('application_id', 'updated_at')",
    );
    const { fields, html } = await page("security_questionnaire");
    const names = [...fields.keys()].map(column);
    for (const { name } of columns) expect(names).toContain(name);
    const flags = columns.filter(({ type }) => type === "boolean");
    expect(flags.length).toBeGreaterThanOrEqual(30);
    expect(columns.length, "each with its details").toBe(2 * flags.length);
    const topics = [...html.matchAll(/<h2 id="section-\d"[^>]*>(.*?)<\/h2>/g)].map(([, title]) => title);
    expect(topics.length).toBeGreaterThanOrEqual(6);
  });

  test("[W-S7-24] yes without details is refused; an open one shows as such on the review, which says what that means", async () => {
    const revision = String(revisions.get("security_questionnaire") ?? 0);
    const sent = { step: "security_questionnaire", revision, hasVotedUnlawfully: "yes", hasOverstayed: "no" };
    const refused = await visitor.save(id, { ...sent, intent: "next" });
    expect(refused.status).toBe(422);
    expect(refused.outcome.problems).toMatchObject([{ name: "unlawfulVotingDetails" }]);
    const { fields, text } = await page("review_certification");
    expect(text).toMatch(/Have you ever been removed or deported from any country\? Not answered/);
    expect(text).toMatch(/longer than you were allowed to\? No /);
    const certification =
      /for="certifyAccuracy"[\s\S]*?<\/label>/.exec((await page("review_certification")).html)?.[0] ?? "";
    expect(wordsOf(`<label ${certification}`)).toContain("a security question that I did not answer is answered No");
    expect(fields.get("certifyAccuracy")?.checked).toEqual([]);
  });
});

test("[W-S8-5, W-S8-1] the signature's date is today in Nassau, can't be changed, and a form that sends another changes nothing", async () => {
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
