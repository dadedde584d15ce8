import { beforeEach, describe, expect, test } from "vitest";
import { markUnreadable, sealReading } from "~/applications/passport/readings.server";
import type { PassportValues } from "~/applications/passport/values";
import type { Asked } from "~/applications/steps/contradictions/asked";
import { standardSteps } from "~/applications/steps/registry";
import { storedAnswers } from "~/applications/stored-answers/answers.server";
import { confirmationsIn, signedRecord } from "~/applications/stored-answers/signed-record.server";
import { readApplication } from "~/cases/case-data/case.server";
import { db } from "~/db/client.server";
import { ownDataFile } from "~/privacy/copies/own-data.server";
import { inYears } from "../../../../test/harness/applicants/applicant";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { type Fields, form, type Saved, ticksOf } from "../../../../test/harness/http-client";
import { readPassportPage, sendPassportPage } from "../../../../test/harness/in-process/read-passport";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { deleteDraft } from "../delete-draft.server";
import { removeAddedDocument } from "../files/attach-document.server";
import { declinePassport, fillFromPassport } from "./fill-from-passport.server";

const database = testDatabase();
let applicant: Applicant;
let id: string;
beforeEach(async () => {
  applicant = new Applicant(database);
  id = await applicant.start();
});

const expires = inYears(7, "05-01");
const earlier = inYears(6, "05-01");
const page: PassportValues = {
  passportNumber: "BA4471902",
  dateOfBirth: "1988-04-17",
  expirationDate: expires,
  nationality: "BS",
  sex: "female",
  lastName: "ROLLE",
  firstName: "NATASHA MARIE",
  issuingCountry: "BS",
};
const everything = Object.keys(page);
const read = (values = page) => readPassportPage(database, id, values);
const fill = (document: unknown, values: readonly string[] = everything) =>
  fillFromPassport(applicant.context(id), id, { document, values });
const answers = async () => storedAnswers((await applicant.found(id)).application);
const boxOf = async (step = "passport_info") => (await applicant.screen(id, step)).passport.suggestion;
const revisions = async () => (await applicant.found(id)).application.revisions;

const titleOf = (code: string) => standardSteps.find((step) => step.code === code)?.title ?? "";
const asOnPage: Record<string, Fields> = {
  review_certification: { electronicSignature: "Natasha Rolle" },
  applicant_info: { firstName: "Natasha", lastName: "Rolle", dateOfBirth: "1988-04-17" },
  passport_info: {
    ...{ passportNumber: "ba 447-1902", expirationDate: expires, nationalityCountry: "BS", issuingCountry: "BS" },
  },
};

/** Sends a step's form at its current revision; its answers are those on the page, with changes. */
async function send(code: string, change: Fields = {}, intent = "next"): Promise<Saved> {
  const { userEmail } = (await applicant.found(id)).application;
  const email: Fields = code === "applicant_info" ? { email: userEmail } : {};
  const current = String((await revisions())[`step${standardSteps.findIndex((step) => step.code === code) + 1}`] ?? 0);
  const fields = form(code, titleOf(code), { ...email, ...asOnPage[code], ...change, revision: current, intent });
  const { outcome } = await applicant.save(
    id,
    intent === "submit" ? { ...fields, attempt: crypto.randomUUID() } : fields,
  );
  return outcome;
}
const sentencesOf = ({ asked }: Saved) => ((asked ?? []) as Asked[]).map(({ sentence }) => sentence);

describe("the box about the passport’s page", () => {
  test("[U-MRZ-5] it shows each value as the review writes it, checked where the answer is empty, the name never", async () => {
    await send("applicant_info", { gender: "male" });
    await read();
    const suggestion = await boxOf();
    expect(
      suggestion?.values.map(({ label, text, isAnswered, isChecked }) => [label, text, isAnswered, isChecked]),
    ).toEqual([
      ["Last name", "ROLLE", true, false],
      ["First name", "NATASHA MARIE", true, false],
      ["Gender", "Female", true, false],
      ["Date of birth", "April 17, 1988", true, false],
      ["Passport number", "BA4471902", false, true],
      ["Country of nationality", "Bahamas", false, true],
      ["Issuing country", "Bahamas", false, true],
      ["Expiration date", `May 1, ${expires.slice(0, 4)}`, false, true],
    ]);
    expect(await boxOf("applicant_info")).toEqual(suggestion);
    const fresh = new Applicant(database);
    const other = await fresh.start();
    await readPassportPage(database, other, page);
    const unanswered = (await fresh.screen(other, "applicant_info")).passport.suggestion?.values ?? [];
    expect(unanswered.filter(({ isChecked }) => !isChecked).map(({ name }) => name)).toEqual(["lastName", "firstName"]);
  });

  test("[U-MRZ-5] nothing is written before, and then only the chosen values, under a new revision of each step", async () => {
    const document = await read();
    const before = await answers();
    expect(Object.values(before).some((step) => step && "passportNumber" in step)).toBe(false);
    expect(await fill(document, ["passportNumber", "nationality", "dateOfBirth"])).toEqual({ ok: true, filled: 3 });
    expect(await answers()).toMatchObject({
      step1: { ...before.step1, dateOfBirth: "1988-04-17" },
      step2: { passportNumber: "BA4471902", nationalityCountry: "BS" },
    });
    expect((await answers()).step2).not.toHaveProperty("issuingCountry");
    expect(await revisions()).toMatchObject({ step1: 1, step2: 1 });
    expect(await boxOf(), "it was used").toBeNull();
    const [stored] = await database.query<{ text: string }>(
      "select metadata::text as text from visa_applications where id = $1",
      [id],
    );
    expect(stored?.text).not.toContain("BA4471902");
  });

  test("[U-MRZ-5] an answer that was given is never changed, also one that can’t be read as a date yet", async () => {
    await send("applicant_info", { dateOfBirth: "", "dateOfBirth.month": "Fooly", gender: "male" }, "save");
    const document = await read();
    const step1 = (await answers()).step1;
    expect(await fill(document)).toEqual({ ok: true, filled: 4 });
    expect((await answers()).step1).toEqual(step1);
    expect(await fill(document), "again").toEqual({ ok: true, filled: 0 });
  });

  test("[U-MRZ-5] the step’s own button saves what was typed, fills in the rest, and answers in the rows of the desk", async () => {
    await send("applicant_info");
    const document = await read();
    const outcome = await send(
      "passport_info",
      {
        ...{ expirationDate: "", "expirationDate.day": "9", issuingCountry: "", nationalityCountry: "" },
        ...{ passportNumber: "X1", passportValue: "nationality" },
      },
      `use-reading:${document}`,
    );
    expect(outcome).toMatchObject({ kind: "saved", step: "passport_info", filled: 1 });
    expect((await answers()).step2).toMatchObject({ passportNumber: "X1", nationalityCountry: "BS" });
    expect((await revisions()).step2).toBe(Number(outcome.revision) + 1);
  });

  test("[U-MRZ-5] the form of steps 1 and 2 is opened anew once it was used elsewhere, and that of no other step", async () => {
    await fill(await read());
    await database.query("update visa_applications set furthest_step = 7 where id = $1", [id]);
    const answeredAt = async (step: string) => (await applicant.screen(id, step)).passport.answeredAt;
    expect(await answeredAt("applicant_info")).toMatch(/^2/);
    expect(await answeredAt("passport_info")).toMatch(/^2/);
    expect(await answeredAt("contact_info")).toBe("");
  });

  test("[U-MRZ-5] No, thanks hides it, and nothing is written", async () => {
    await send("applicant_info");
    const document = await read();
    const before = await answers();
    expect(await send("passport_info", {}, `decline-reading:${document}`)).toMatchObject({ kind: "saved" });
    expect(await boxOf()).toBeNull();
    expect((await answers()).step1).toEqual(before.step1);
    expect(await declinePassport(applicant.context(id), id, crypto.randomUUID())).toMatchObject({
      reason: "not-found",
    });
  });

  test("[U-MRZ-5] another browser, another application’s page and a submitted application are refused", async () => {
    const document = await read();
    const stranger = new Applicant(database);
    expect(await fillFromPassport(stranger.context(id), id, { document, values: everything })).toMatchObject({
      reason: "forbidden",
    });
    const other = await stranger.start();
    const call = { document, values: everything };
    expect(await fillFromPassport(stranger.context(other), other, call)).toMatchObject({ reason: "not-found" });
    await database.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
    expect(await fill(document)).toMatchObject({ reason: "closed" });
  });

  test("[U-MRZ-5] the page that was uploaded last counts", async () => {
    await read({ ...page, passportNumber: "OLD1" });
    const document = await read();
    expect((await boxOf())?.document).toBe(document);
    await removeAddedDocument(applicant.context(id), id, document);
    expect((await boxOf())?.values.map(({ text }) => text)).toContain("OLD1");
  });
});

describe("an answer that differs from the passport’s page", () => {
  test("[U-MRZ-6] each difference is asked about in its step, and confirmed it is asked about no longer", async () => {
    await read({
      ...page,
      expirationDate: earlier,
      nationality: "HT",
      issuingCountry: "HT",
      dateOfBirth: "1988-04-18",
    });
    const first = await send("applicant_info", { lastName: "Role" });
    expect(first).toMatchObject({ kind: "contradicted" });
    expect(sentencesOf(first)).toEqual([
      "Your passport page says ROLLE, NATASHA MARIE, and step 1 says Natasha Role.",
      "You entered April 17, 1988 as the date of birth; your passport page says April 18, 1988.",
    ]);
    expect(await send("applicant_info", { lastName: "Role", ...ticksOf(first) })).toMatchObject({ kind: "moved" });
    const second = await send("passport_info", { passportNumber: "ZZ9" });
    expect(sentencesOf(second)).toEqual([
      "The passport number is not the one that we read on your passport page.",
      "You entered Bahamas as the country of nationality; your passport page says Haiti.",
      "You entered Bahamas as the issuing country; your passport page says Haiti.",
      `You entered May 1, ${expires.slice(0, 4)} as the expiration date; your passport page says May 1, ${earlier.slice(0, 4)}.`,
    ]);
    const right = await send("passport_info", { passportNumber: "ZZ9", ...ticksOf(second) });
    expect(right).toMatchObject({ kind: "moved" });
    const changed = await send("passport_info", { passportNumber: "ZZ8", ...ticksOf(second) });
    expect(sentencesOf(changed)).toEqual(["The passport number is not the one that we read on your passport page."]);
  });

  test("[U-MRZ-6] spelling, sex, a missing day and what was not read are no difference", async () => {
    await read({ ...page, sex: "male", expirationDate: expires });
    expect(await send("applicant_info", { firstName: "natasha" })).toMatchObject({ kind: "moved" });
    expect(await send("passport_info")).toMatchObject({ kind: "moved" });
    const partial = {
      dateOfBirth: "",
      "dateOfBirth.month": "4",
      "dateOfBirth.year": "1988",
      "dateOfBirth.noDay": "yes",
    };
    expect(await send("applicant_info", partial)).toMatchObject({ kind: "moved" });
    await database.query("delete from passport_readings");
    await read({ nationality: "BS" });
    expect(await send("applicant_info", { lastName: "Other" })).toMatchObject({ kind: "moved" });
  });

  test("[U-MRZ-6] the review asks about it and the submission needs it confirmed; no sentence, mark or record has the number", async () => {
    for (const { code } of standardSteps.slice(0, 7))
      expect(await send(code, code === "passport_info" ? { passportNumber: "ZZ9" } : {})).toMatchObject({
        kind: "moved",
      });
    await read();
    const { differences } = await applicant.screen(id, "review_certification");
    expect(differences).toMatchObject([{ key: "pageNumber", step: "passport_info", name: "passportNumber" }]);
    expect(differences[0]?.mark).toMatch(/^[\da-z]{16}$/);
    const blocked = await send("review_certification", {}, "submit");
    expect(sentencesOf(blocked)).toContain("The passport number is not the one that we read on your passport page.");
    expect(await send("review_certification", ticksOf(blocked), "submit")).toMatchObject({ kind: "submitted" });
    const record = await signedRecord(id);
    expect(confirmationsIn(record?.steps ?? [])).toContain(
      "The passport number is not the one that we read on your passport page.",
    );
    const [row] = await database.query<{ all: string }>(
      `select (select string_agg(r::text, '') from passport_readings r where r.application_id = $1)
         || (select string_agg(s.steps::text, '') from application_submissions s where s.application_id = $1) as all`,
      [id],
    );
    expect(row?.all).not.toContain("BA4471902");
    expect(row?.all).not.toContain("ZZ9");
  });

  test("[U-MRZ-6] the mark of one application tells nothing about another’s", async () => {
    const markIn = async () => {
      await send("applicant_info");
      await read();
      await send("passport_info", { passportNumber: "ZZ9" }, "save");
      return (await applicant.screen(id, "passport_info")).differences[0]?.mark;
    };
    const first = await markIn();
    id = await applicant.start();
    const second = await markIn();
    expect(first).toMatch(/^[\da-z]{16}$/);
    expect(second).not.toBe(first);
  });
});

describe("what was read", () => {
  const rows = () =>
    database.query<{ state: string; sealed: string | null; agreed: string[]; differed: string[]; confirmed: string[] }>(
      "select state, sealed, agreed, differed, confirmed from passport_readings where application_id = $1",
      [id],
    );

  test("[U-MRZ-9] it is sealed under the application’s key, in no attempt, step table or queue, and goes with its file", async () => {
    const document = await read();
    const [row] = await rows();
    expect(row).toMatchObject({ state: "read", sealed: expect.stringMatching(/^sealed:1:/) });
    const all = await database.query<{ text: string }>(
      `select coalesce((select string_agg(a::text, '') from attempts a), '')
         || coalesce((select string_agg(j::text, '') from pgboss.job j), '')
         || coalesce((select string_agg(p::text, '') from passport_information p), '') || (select string_agg(r::text, '') from passport_readings r) as text`,
    );
    for (const value of ["BA4471902", "NATASHA", "1988-04-17"]) expect(all[0]?.text).not.toContain(value);
    await removeAddedDocument(applicant.context(id), id, document);
    expect(await rows()).toEqual([]);
  });

  test("[U-MRZ-9] a result is dropped when its file was removed or the application submitted meanwhile", async () => {
    const waiting = await sendPassportPage(database, id);
    await removeAddedDocument(applicant.context(id), id, waiting);
    expect(await db.transaction((tx) => sealReading(tx, id, waiting, page))).toBe(false);
    const second = await sendPassportPage(database, id);
    await database.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
    expect(await db.transaction((tx) => sealReading(tx, id, second, page))).toBe(false);
    expect(await db.transaction((tx) => markUnreadable(tx, id, second))).toBe(false);
    expect(await rows()).toMatchObject([{ state: "waiting", sealed: null }]);
  });

  test("[U-MRZ-9] at the submission it is deleted, and the names of what agreed, differed or was confirmed stay", async () => {
    for (const { code } of standardSteps.slice(0, 7)) await send(code);
    await read({ ...page, expirationDate: earlier });
    await sendPassportPage(database, id);
    const blocked = await send("review_certification", {}, "submit");
    expect(await send("review_certification", ticksOf(blocked), "submit")).toMatchObject({ kind: "submitted" });
    const stored = await rows();
    expect(stored.map(({ sealed }) => sealed)).toEqual([null, null]);
    expect(stored.find(({ state }) => state === "read")).toMatchObject({
      agreed: ["lastName", "dateOfBirth", "passportNumber", "nationalityCountry", "issuingCountry"],
      differed: ["expirationDate"],
      confirmed: ["expirationDate"],
    });
    expect(stored.find(({ state }) => state !== "read")?.state).toBe("unreadable");
    const lines = (await readApplication(id))?.documents.map(({ passportPage }) => passportPage);
    expect(lines).toEqual(["Passport page: differs: expiration date (confirmed)", "Passport page: not read"]);
  });

  test("[U-MRZ-9] the desk says of a submitted application that the page agrees, and nothing of a draft", async () => {
    const linesOf = async () => (await readApplication(id))?.documents.map(({ passportPage }) => passportPage);
    for (const { code } of standardSteps.slice(0, 7)) await send(code);
    await read();
    expect(await linesOf()).toEqual([null]);
    expect(await send("review_certification", {}, "submit")).toMatchObject({ kind: "submitted" });
    expect(await linesOf()).toEqual(["Passport page: agrees with the answers"]);
  });

  test("[U-MRZ-9] a copy that is made meanwhile has what was read", async () => {
    await read();
    const copyOf = async () => JSON.parse((await ownDataFile((await applicant.found(id)).application)).toString());
    expect((await copyOf()).passportPages).toEqual([
      { file: "passport.jpg", state: "read", agreed: [], differed: [], confirmed: [], read: page },
    ]);
  });

  test("[V-COPY-2] a copy has the place, dates and hints of each file", async () => {
    const document = await sendPassportPage(database, id);
    await database.query("update documents set page = 2, issued_on = '2026-01-02', inspection = 'yes' where id = $1", [
      document,
    ]);
    await database.query(
      "insert into document_hints (document_id, code, kept_at) values ($1, 'dark', null), ($1, 'blurred', '2026-02-03T15:00:00Z')",
      [document],
    );
    const copy = JSON.parse((await ownDataFile((await applicant.found(id)).application)).toString());
    expect(copy.documents).toMatchObject([{ page: 2, issuedOn: "2026-01-02", inspected: "yes" }]);
    expect(copy.documents[0].hints).toHaveLength(2);
    expect(copy.documents[0].hints).toEqual(
      expect.arrayContaining([
        { hint: "This picture looks very dark.", usedAnywayAt: null },
        {
          hint: "This picture looks blurred. Can you read every word on it?",
          usedAnywayAt: "2026-02-03T15:00:00.000Z",
        },
      ]),
    );
  });

  test("[U-MRZ-9, U-MRZ-13] it is deleted with the draft, and a page that is read meanwhile stores nothing", async () => {
    await read();
    const waiting = await sendPassportPage(database, id);
    expect(await deleteDraft(applicant.context(id), id)).toMatchObject({ ok: true });
    expect(await rows()).toEqual([]);
    expect(await db.transaction((tx) => sealReading(tx, id, waiting, page))).toBe(false);
    expect(await db.transaction((tx) => markUnreadable(tx, id, waiting))).toBe(false);
  });
});
