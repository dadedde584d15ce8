import { describe, expect, test } from "vitest";
import { signedRecord } from "~/applications/stored-answers/signed-record.server";
import { readForApplicant } from "~/cases/requests/read-requests.server";
import { withoutChange } from "../../../../test/harness/desk/verbs";
import { SignedCase } from "../../../../test/harness/in-process/signed-case";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { withdrawItem } from "./change-item.server";
import type { TypedItem } from "./check-items";

const database = testDatabase();
const signed = new SignedCase(database);

const open = async () => (await readForApplicant(signed.id)).open;
const problemsOf = async (...items: TypedItem[]) => {
  const refused = await withoutChange(database, () => signed.request(...items));
  if (refused.ok || refused.reason !== "invalid") throw new Error("It was not refused as invalid");
  return refused.detail?.problems.map(({ index, field, message }) => [index, field, message]);
};
const passport = (...questions: string[]) => signed.item("passport_info", questions);

describe("requesting a correction", () => {
  test("[C-REQ-3] a request names questions of one step by their signed labels, whatever the labels are now", async () => {
    const oldLabel = "Number of your passport, as it was asked then";
    await database.query(`alter table application_submissions disable trigger user`);
    await database.query(
      `update application_submissions set steps = replace(steps::text, '"Passport number"', $2)::jsonb where application_id = $1`,
      [signed.id, JSON.stringify(oldLabel)],
    );
    await database.query(`alter table application_submissions enable trigger user`);
    expect(await signed.request(passport("hasLostStolenPassport", "passportNumber"))).toEqual({
      ok: true,
      mailed: true,
    });
    const record = (await signedRecord(signed.id))?.steps.find(({ code }) => code === "passport_info");
    const asSigned = (name: string) => record?.answers.find((candidate) => candidate.name === name)?.label;
    expect(await open()).toMatchObject([
      {
        kind: "correction",
        stepCode: "passport_info",
        name: record?.title,
        questions: [
          { name: "passportNumber", label: oldLabel },
          { name: "hasLostStolenPassport", label: asSigned("hasLostStolenPassport") },
        ],
      },
    ]);
  });

  test("[C-REQ-3] questions that are not in the record, and all of Review & Certification, are refused", async () => {
    const notSigned = [[0, "what", "Choose what you need."]];
    for (const items of [
      passport("passportNumber", "lostStolenDetails"),
      passport("firstName"),
      signed.item("criminal_history", ["hasCriminalConvictions"]),
      signed.item("review_certification", ["electronicSignature"]),
      signed.item("trip_details", ["lengthOfStayDays"]),
      signed.item("toString", ["length"]),
    ])
      expect(await problemsOf(items), items.what).toEqual(notSigned);
    expect(await problemsOf(passport())).toEqual([[0, "questions", "Select the questions to correct."]]);
  });

  test("[C-REQ-6] a question that is already open can't be requested again, nor can its step", async () => {
    await signed.request(passport("passportNumber"));
    const [item] = await open();
    expect(await problemsOf(passport("passportNumber", "issueDate"))).toEqual([
      [0, "what", "This is open already: Passport number."],
    ]);
    expect(await problemsOf(passport("issueDate"))).toEqual([
      [0, "what", "This is open already: Correction of Passport Information."],
    ]);
    const trip = signed.item("trip_details", ["payerName"]);
    expect(await problemsOf(trip, trip)).toHaveLength(1);
    await withdrawItem(signed.staff, { applicationId: signed.id, item: item?.id, reason: "It was right." });
    expect(await signed.request(passport("passportNumber"))).toMatchObject({ ok: true });
  });

  test("[C-REQ-8] the one mail names every question, its reason and its due day, and no answer", async () => {
    await signed.request(passport("passportNumber", "issueDate"), signed.item("trip_details", ["payerName"]));
    const mails = await database.query<{ kind: string; words: string }>(
      "select email_type as kind, template_data ->> 'statusMessage' as words from email_notifications where application_id = $1",
      [signed.id],
    );
    expect(mails.map(({ kind }) => kind)).toEqual(["status_update"]);
    const [{ words } = { words: "" }] = mails;
    for (const part of ["Correction of Passport Information\n- Passport number\n- Date of issue\nWhy: Your passport"])
      expect(words).toContain(part);
    expect(words).not.toContain("RD4471902");
    expect(words).not.toContain("Marie Rolle");
  });
});
