import { beforeEach, describe, expect, test } from "vitest";
import { readApplication } from "~/cases/case-data/case.server";
import { readDraftQuestion } from "~/cases/desk/list/delete-drafts.server";
import { listApplications, readFilters } from "~/cases/desk/list/list.server";
import { statusMail } from "~/cases/status/status-mail.server";
import { db } from "~/db/client.server";
import { inBoxes } from "../../../test/harness/applicants/date-boxes";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { readSigned, readStepRow } from "../../../test/harness/encryption/stored-answers";
import { type Fields, form } from "../../../test/harness/http-client";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { nameIn } from "./answers.server";

const database = testDatabase();
let applicant: Applicant;
beforeEach(() => {
  applicant = new Applicant(database);
});

const titles: Record<string, string> = {
  applicant_info: "Applicant Information",
  family_background: "Family Background",
};
/** Sends a step with its earlier answers in the form too, as `Next Step` does: returns its problems, or nothing. */
async function next(id: string, code: string, change: Fields): Promise<string[]> {
  const { answers, revision } = await applicant.screen(id, code);
  const texts = Object.entries(answers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const fields = { ...form(code, titles[code] ?? ""), ...Object.fromEntries(texts), ...change };
  const sent = new URLSearchParams(inBoxes({ ...fields, revision: String(revision), intent: "next" }));
  const { status, outcome } = await applicant.saveTicked(id, sent);
  expect(status).toBe(outcome.problems ? 422 : 200);
  return ((outcome.problems ?? []) as { message: string }[]).map(({ message }) => message);
}
const rowOf = (id: string, code: string) => readStepRow(database, code, id);
/** What the review says of a step, `label: answer`, without what is not answered. */
async function reviewed(id: string, code: string): Promise<string[]> {
  const { review } = await applicant.screen(id, "review_certification");
  const answers = review.find((step) => step.code === code)?.answers ?? [];
  return answers.flatMap(({ label, answer }) => (typeof answer === "string" ? `${label}: ${answer}` : []));
}
async function signed(id: string, code: string): Promise<string[]> {
  const answers = (await readSigned(database, id))?.find((step) => step.code === code)?.answers ?? [];
  return answers.map(({ label, answer }) => `${label}: ${answer}`);
}

describe("an unknown parent", () => {
  const entered = { motherDateOfBirth: "1960-02-01", motherCitizenship: "HT", hasSpouse: "no" };
  const mothers = ["first_name", "last_name", "date_of_birth", "country_of_birth", "current_country", "citizenship"];

  test("[N-LACK-1] nothing more is asked about an unknown parent; the row has only that flag and is null otherwise", async () => {
    const id = await applicant.start();
    await database.query("update visa_applications set furthest_step = 8 where id = $1", [id]);
    const blank = { fatherFirstName: "", fatherLastName: "", motherFirstName: "", motherLastName: "" };
    expect(await next(id, "family_background", { ...blank, fatherUnknown: "yes" })).toEqual([
      "Mother’s first name is required",
      "Mother’s last name is required",
    ]);
    expect(await rowOf(id, "family_background"), "no row without the mother's name").toBeUndefined();
    expect(await next(id, "family_background", { ...blank, fatherUnknown: "yes", motherUnknown: "on" })).toEqual([]);
    expect(await rowOf(id, "family_background")).toMatchObject({
      father_unknown: true,
      father_first_name: null,
      father_last_name: null,
      mother_unknown: true,
      mother_last_name: null,
    });
  });

  test("[N-LACK-1] answers typed before are saved and shown again, but are in no row, review or signed record", async () => {
    const id = await applicant.ready({ family_background: entered });
    const before = await rowOf(id, "family_background");
    expect(before).toMatchObject({ mother_unknown: false, mother_first_name: "Rose", mother_citizenship: "HT" });
    expect(await next(id, "family_background", { ...entered, motherUnknown: "yes" })).toEqual([]);
    const row = await rowOf(id, "family_background");
    expect(row).toMatchObject({ father_unknown: false, father_first_name: "Jean", mother_unknown: true });
    for (const part of mothers) expect([part, row?.[`mother_${part}`]]).toEqual([part, null]);
    const words = await reviewed(id, "family_background");
    expect(words.filter((line) => /mother|father/i.test(line))).toEqual([
      "Father’s first name: Jean",
      "Father’s last name: Ñuñez",
      "Mother: Unknown",
    ]);
    expect((await applicant.screen(id, "family_background")).answers).toMatchObject({
      motherFirstName: "Rose",
      motherDateOfBirth: "1960-02-01",
    });

    expect(await next(id, "family_background", { ...entered, motherUnknown: "" })).toEqual([]);
    expect(await rowOf(id, "family_background")).toEqual({ ...before, updated_at: expect.anything() });
    await next(id, "family_background", { ...entered, motherUnknown: "yes" });
    expect(await applicant.submit(id)).toEqual({ ok: true });
    const record = await signed(id, "family_background");
    expect(record.filter((line) => /mother/i.test(line))).toEqual(["Mother: Unknown"]);
    expect(
      record.filter((line) => /unknown|only one/i.test(line)),
      "no tick that is not set",
    ).toHaveLength(1);
  });
});

describe("a person with only one name", () => {
  test("[N-LACK-2] parents and spouse have one field with its own label, stored as the last name", async () => {
    const id = await applicant.ready();
    const ticks = { fatherOnlyOneName: "yes", motherOnlyOneName: "yes", hasSpouse: "yes", spouseOnlyOneName: "yes" };
    const nameless = { fatherLastName: "", motherLastName: "", spouseLastName: "" };
    expect(await next(id, "family_background", { ...ticks, ...nameless })).toEqual([
      "Father’s name is required",
      "Mother’s name is required",
      "Spouse’s name is required",
    ]);
    const named = { fatherLastName: "Sukarno", motherLastName: "Fatmawati", spouseLastName: "Maung" };
    expect(await next(id, "family_background", { ...ticks, ...named })).toEqual([]);
    expect(await rowOf(id, "family_background")).toMatchObject({
      father_first_name: null,
      father_last_name: "Sukarno",
      mother_first_name: null,
      mother_last_name: "Fatmawati",
      spouse_first_name: null,
      spouse_last_name: "Maung",
    });
    expect(await reviewed(id, "family_background")).toEqual([
      "Father’s name: Sukarno",
      "Father has only one name: Yes",
      "Mother’s name: Fatmawati",
      "Mother has only one name: Yes",
      "Do you have a spouse or domestic partner?: Yes",
      "Spouse’s name: Maung",
      "Spouse has only one name: Yes",
    ]);
    await next(id, "family_background", { ...ticks, ...named, fatherOnlyOneName: "" });
    expect(await rowOf(id, "family_background")).toMatchObject({ father_first_name: "Jean" });
  });

  test("[N-LACK-2] the applicant's first and middle name are ignored, even those in the draft", async () => {
    const id = await applicant.start();
    await applicant.fillIn(id);
    const singleName = {
      onlyOneName: "yes",
      middleName: "Hidden",
      email: (await applicant.found(id)).application.userEmail,
    };
    expect(await next(id, "applicant_info", { ...singleName, lastName: "" })).toEqual(["Name is required"]);
    expect(await next(id, "applicant_info", { ...singleName, lastName: "Suharto" })).toEqual([]);
    expect(await rowOf(id, "applicant_info")).toMatchObject({
      first_name: null,
      middle_name: null,
      last_name: "Suharto",
    });
    const words = await reviewed(id, "applicant_info");
    expect(words).toEqual(expect.arrayContaining(["Name: Suharto", "Only one name: Yes"]));
    expect(words.join()).not.toMatch(/Nadège|Hidden/);

    // A draft's hidden inputs still contain the other names, but nobody is addressed by them.
    const { application } = await applicant.found(id);
    expect(nameIn(application)).toBe("Suharto");
    const { rows } = await listApplications(readFilters(new URLSearchParams({ q: application.applicationNumber })));
    expect(rows.map(({ name }) => name)).toEqual(["Suharto"]);
    const question = await readDraftQuestion(new URLSearchParams({ ask: "delete", draft: id }));
    expect(question?.drafts.map(({ name }) => name)).toEqual(["Suharto"]);
    expect((await readApplication(id))?.application.name).toBe("Suharto");
  });

  test("[N-LACK-2, N-SIGN-1] a single name of one repeated letter is a valid signature only for that applicant", async () => {
    const id = await applicant.ready({ applicant_info: { onlyOneName: "yes", firstName: "Hidden", lastName: "Oo" } });
    const signAs = async (electronicSignature: string) => {
      const { revision } = await applicant.screen(id, "review_certification");
      const fields = { ...form("review_certification", "Review & Certification"), electronicSignature };
      const sent = { ...fields, revision: String(revision), intent: "submit", attempt: crypto.randomUUID() };
      const { kind, problems } = (await applicant.save(id, sent)).outcome;
      return kind === "invalid" ? problems : kind;
    };
    const refused = [{ name: "electronicSignature", message: "Please type your full name as your signature" }];
    expect([await signAs("aa"), await signAs("o")]).toEqual([refused, refused]);
    expect(await signAs("Oo")).toBe("submitted");
  });

  test("[N-LACK-2, W-MAIL-6] mails greet the applicant by the single name, before and after the submission", async () => {
    const id = await applicant.ready({
      applicant_info: { onlyOneName: "yes", firstName: "", lastName: "Suharto" },
      review_certification: { electronicSignature: "Suharto" },
    });
    expect(await applicant.submit(id)).toEqual({ ok: true });
    const [mail] = await database.query<{ name: string; to: string }>(
      `select template_data ->> 'name' as name, recipient_name as "to" from email_notifications
       where application_id = $1 and email_type = 'application_submitted'`,
      [id],
    );
    expect(mail).toEqual({ name: "Suharto", to: "Suharto" });
    const { application } = await applicant.found(id);
    expect(await statusMail(db, application, "approved", "")).toMatchObject({ data: { name: "Suharto" } });
    const { rows } = await listApplications(readFilters(new URLSearchParams({ q: "suharto", status: "submitted" })));
    expect(rows.map(({ name }) => name)).toContain("Suharto");
    expect(await signed(id, "applicant_info")).toEqual(expect.arrayContaining(["Name: Suharto", "Only one name: Yes"]));
  });
});
