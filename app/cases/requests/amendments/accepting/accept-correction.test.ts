import { describe, expect, test } from "vitest";
import { migrateOne } from "~/applications/migrate-steps/one.server";
import { verifyMigration } from "~/applications/migrate-steps/verify.server";
import { storedAnswers } from "~/applications/stored-answers/answers.server";
import { findByPassport } from "~/cases/desk/list/find-by-passport.server";
import { acceptAnswer, askAgain } from "~/cases/requests/checking/decide.server";
import { db } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { whileRefused } from "../../../../../test/harness/applicants/in-process";
import { deactivated, entry, recordOf, withoutChange } from "../../../../../test/harness/desk/verbs";
import { SignedCase } from "../../../../../test/harness/in-process/signed-case";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { bytesOf, storedFile } from "../../../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";

const database = testDatabase();
const signed = new SignedCase(database);

const passport = ["passportNumber", "hasLostStolenPassport"];
const another = { passportNumber: "RD9990001" };
const lost = { ...another, hasLostStolenPassport: "yes", lostStolenDetails: "On a bus in Nassau." };

const answersOf = async () => storedAnswers((await signed.applicant.found(signed.id)).application);
const rowOf = async (table: string) =>
  (await database.query(`select * from ${table} where application_id = $1`, [signed.id]))[0];
const found = async (number: string) => {
  const result = await findByPassport(signed.staff, { number });
  return result.ok && result.rows.some(({ id, isSentOnly }) => id === signed.id && !isSentOnly);
};
/** Metadata and digests of the application, and the row of a step, as they lie there. */
const stored = async (table: string) => ({
  answers: await database.query(
    "select metadata, answer_digests, passport_digests, revisions from visa_applications where id = $1",
    [signed.id],
  ),
  row: await rowOf(table),
});
const holds = async () => {
  const result = await verifyMigration(signed.staff, { applicationId: signed.id });
  return result.ok && result.verification.holds;
};
/** The signed record as the database holds it. */
const recordBytes = async () =>
  (
    await database.query<{ md5: string; text: string }>(
      "select md5(s::text) as md5, s::text as text from application_submissions s where application_id = $1",
      [signed.id],
    )
  )[0];

describe("accepting a correction", () => {
  test("[C-AMD-5, C-AMD-4] accepting writes the answers to metadata and table at once, and none are written before", async () => {
    const before = await stored("passport_information");
    const item = await signed.corrected("passport_info", passport, lost);
    expect(await stored("passport_information")).toEqual(before);
    expect(await found(another.passportNumber)).toBe(false);
    expect(await signed.accept(item)).toEqual({ ok: true });
    const { step1, step2 } = await answersOf();
    expect(step2).toMatchObject({ ...another, hasLostStolenPassport: true, lostStolenDetails: "On a bus in Nassau." });
    expect(step2).toMatchObject({ nationalityCountry: "HT", passportType: "regular" });
    expect(step1).toMatchObject({ cityOfBirth: "Port-au-Prince" });
    expect(await rowOf("passport_information")).toMatchObject({ has_lost_stolen_passport: true });
    expect([await found(another.passportNumber), await found("RD4471902")]).toEqual([true, false]);
    expect(await recordOf(database, signed.id)).toContainEqual(
      entry(signed.staff, "request_item_accepted", "application", {
        number: (await signed.applicant.found(signed.id)).application.applicationNumber,
        kind: "correction",
        changes: expect.toSatisfy((changes: { hidden?: boolean }[]) => changes.every(({ hidden }) => hidden === true)),
      }),
    );
  });

  test("[C-AMD-5] the migration's Verify succeeds afterwards, and a migration changes no table", async () => {
    await signed.accept(await signed.corrected("passport_info", passport, lost));
    await signed.accept(await signed.corrected("applicant_info", ["firstName"], { firstName: "Zoé" }));
    expect(await holds()).toBe(true);
    const tables = ["passport_information", "applicant_information"];
    const before = await Promise.all(tables.map(rowOf));
    expect(await migrateOne(signed.staff, { applicationId: signed.id })).toMatchObject({ ok: true, messages: [] });
    expect(await Promise.all(tables.map(rowOf))).toEqual(before);
    expect(before[1]).toMatchObject({ first_name: "Zoé" });
    const [row] = await database.query("select applicant_name from visa_applications where id = $1", [signed.id]);
    expect(row?.applicant_name).toBe("Zoé Ñuñez O'Brien-陳");
  });

  test("[C-AMD-5] if the table's row can't be written, neither answers nor decision are stored", async () => {
    const item = await signed.corrected("passport_info", passport, lost);
    const before = await stored("passport_information");
    const refused = await whileRefused(database, "passport_information", () => signed.accept(item));
    expect(refused).toMatchObject({ ok: false, reason: "failed" });
    expect(await stored("passport_information")).toEqual(before);
    expect((await signed.amendments()).map(({ outcome }) => outcome)).not.toContain("accepted");
    expect(await signed.accept(item), "tried again").toEqual({ ok: true });
  });

  test("[C-AMD-6] answers that are no longer asked for are removed from metadata and table", async () => {
    expect((await answersOf()).step7).toHaveProperty("overstayDetails");
    await signed.accept(await signed.corrected("security_questionnaire", ["hasOverstayed"], { hasOverstayed: "no" }));
    const { step7 } = await answersOf();
    expect(step7).toMatchObject({ hasOverstayed: false });
    expect(step7).not.toHaveProperty("overstayDetails");
    expect(await rowOf("security_questionnaire")).toMatchObject({ has_overstayed: false, overstay_details: null });
    expect(await holds()).toBe(true);
  });

  test("[C-CHK-3, C-AMD-5] a refused correction never takes effect, and a new one does once it is accepted", async () => {
    const before = await stored("passport_information");
    const item = await signed.corrected("passport_info", ["passportNumber"], another);
    await signed.forgetMails();
    expect(await signed.refuse(item, "It has nine characters.")).toEqual({ ok: true });
    const [mail] = await database.query<{ kind: string; data: { items: string } }>(
      "select email_type as kind, template_data as data from email_notifications where application_id = $1",
      [signed.id],
    );
    expect(mail?.kind).toBe("case_request");
    expect(mail?.data.items).toContain("Correction of Passport Information\n- Passport number\nWhy: It has nine");
    expect(JSON.stringify(mail), "no answer").not.toMatch(/RD4471902|RD9990001/);
    expect(await stored("passport_information")).toEqual(before);
    await signed.send(item, "passport_info", { passportNumber: "RD7770003" });
    expect(await signed.accept(item)).toEqual({ ok: true });
    expect((await answersOf()).step2).toMatchObject({ passportNumber: "RD7770003" });
    expect(await found(another.passportNumber)).toBe(false);
  });

  test("[C-CHK-7] of two admins the first decision counts, and the answers change once or not at all", async () => {
    const item = await signed.corrected("passport_info", ["passportNumber"], another);
    const decision = await signed.decision(item);
    const [inactive, otherAdmin] = [await deactivated(database), await staffMember(database, "regular_admin")];
    expect(await withoutChange(database, () => acceptAnswer(inactive, decision))).toMatchObject({
      reason: "forbidden",
    });
    const [accepted, again] = await Promise.all([
      acceptAnswer(signed.staff, decision),
      askAgain(otherAdmin, { ...decision, reason: "It has nine characters.", setStatus: false }),
    ]);
    expect([accepted.ok, again.ok].filter(Boolean)).toHaveLength(1);
    expect((await answersOf()).step2?.passportNumber).toBe(accepted.ok ? another.passportNumber : "RD4471902");
    expect(await withoutChange(database, () => acceptAnswer(signed.staff, decision))).toMatchObject({
      reason: "conflict",
    });
  });

  test("a corrected email changes only the answer: mail goes to the same email as before, and no email change is requested", async () => {
    const { userEmail } = (await signed.applicant.found(signed.id)).application;
    await signed.accept(await signed.corrected("applicant_info", ["email"], { email: "another@lucaya.example" }));
    expect((await answersOf()).step1).toMatchObject({ email: "another@lucaya.example" });
    expect((await signed.applicant.found(signed.id)).application.userEmail).toBe(userEmail);
    expect(await signed.mails()).not.toContain("email_change");
  });
});

describe("the signed record", () => {
  test("[C-AMD-3] the signed record and its files stay byte for byte the same after any number of amendments", async () => {
    const file = await storedFile(signed.id);
    const before = {
      record: await recordBytes(),
      files: await db.select().from(documents),
      bytes: await bytesOf(file),
    };
    const names = ["RD0000001", "RD0000002", "RD0000003"];
    for (const passportNumber of names)
      await signed.accept(await signed.corrected("passport_info", ["passportNumber"], { passportNumber }));
    const refused = await signed.corrected("security_questionnaire", ["hasOverstayed"], { hasOverstayed: "no" });
    await signed.refuse(refused, "You told us of two days.");
    await signed.send(refused, "security_questionnaire", { hasOverstayed: "no" });
    await signed.accept(refused);
    expect(await signed.amendments()).toHaveLength(7);
    expect(await recordBytes()).toEqual(before.record);
    expect(await db.select().from(documents)).toEqual(before.files);
    expect((await bytesOf(file)).equals(before.bytes)).toBe(true);
  });

  test("[C-AMD-3] the database refuses to change an amendment", async () => {
    await signed.accept(await signed.corrected("passport_info", ["passportNumber"], another));
    const before = await database.query("select * from amendments where application_id = $1", [signed.id]);
    expect(before).toHaveLength(1);
    for (const change of ["after = before", "signature = 'Somebody else'", "created_at = now()", "label = label"])
      await expect(database.query(`update amendments set ${change}`), change).rejects.toThrow(
        "an amendment is immutable",
      );
    expect(await database.query("select * from amendments where application_id = $1", [signed.id])).toEqual(before);
  });
});
