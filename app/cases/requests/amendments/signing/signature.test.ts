import { describe, expect, test } from "vitest";
import { inYears } from "../../../../../test/harness/applicants/applicant";
import { CorrectedCase } from "../../../../../test/harness/in-process/corrected-case";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";

const database = testDatabase();
const asked = new CorrectedCase(database);
const personal = (fields: Record<string, string>) => ({ step: "applicant_info", fields });

describe("the signature of a correction", () => {
  test("[C-AMD-1] without certification and name, corrections are refused and everything else is sent", async () => {
    const item = await asked.ask("applicant_info", ["cityOfBirth"]);
    const correction = { [item]: personal({ cityOfBirth: "Jacmel" }) };
    expect(await asked.answer(correction, { certifies: "no", signature: "" })).toMatchObject({
      kind: "refused",
      message: "",
      problems: [],
      signature: {
        problems: [
          { name: "certifyAccuracy", message: "You must certify the accuracy of your information" },
          { name: "electronicSignature", message: "Electronic signature (full name) is required" },
        ],
      },
    });
    expect(await asked.amendments()).toEqual([]);
    expect((await asked.open())[0]?.begunAt, "it is kept").not.toBeNull();
    expect(await asked.answer(correction, { signature: "x" })).toMatchObject({
      signature: { problems: [{ message: "Please type your full name as your signature" }] },
    });
    expect(await asked.answer(correction, { revision: 1 })).toEqual({
      kind: "sent",
      sent: 1,
      of: 1,
      kept: 0,
      left: [],
    });
  });

  test("[C-AMD-1] one signature covers all corrections of a Send, and each item has its own inputs", async () => {
    const one = await asked.ask("contact_info", ["city"]);
    const other = await asked.ask("contact_info", ["city"]);
    const sent = await asked.answer({
      [one]: { step: "contact_info", fields: { city: "Freeport" } },
      [other]: { step: "contact_info", fields: { city: "Nassau" } },
    });
    expect(sent).toMatchObject({ kind: "sent", sent: 2 });
    const made = (await asked.amendments()).map(({ itemId, after, signature }) => [itemId, after, signature]);
    expect(new Set(made.map(String))).toEqual(
      new Set([`${one},Freeport,${asked.signature}`, `${other},Nassau,${asked.signature}`]),
    );
  });
});

describe("contradictions in a correction", () => {
  test("a contradiction caused by a correction is asked about as in the wizard, and confirming it sends the correction", async () => {
    const item = await asked.ask("applicant_info", ["dateOfBirth"]);
    const late = personal({ dateOfBirth: inYears(-2, "01-02") });
    const answer = await asked.answer({ [item]: late });
    expect(answer).toMatchObject({
      kind: "refused",
      problems: [],
      signature: {
        problems: [],
        asked: [{ key: "issuedBeforeBirth", sentence: expect.stringMatching(/before you were born/) }],
      },
    });
    expect(await asked.amendments()).toEqual([]);
    const found = answer.kind === "refused" ? answer.signature.asked : [];
    const confirms = Object.fromEntries(found.map(({ key, mark }) => [key, mark]));
    expect(await asked.answer({ [item]: late }, { revision: 1, confirms })).toMatchObject({ kind: "sent", sent: 1 });
    const [row] = await database.query("select certifications from amendments where application_id = $1", [asked.id]);
    expect(row?.certifications, "the wording, and what was confirmed").toEqual([
      expect.stringMatching(/^I certify that the information in this application is true/),
      found[0]?.sentence,
    ]);
  });

  test("a name that is not the applicant’s is asked about, and an unchanged earlier contradiction is not", async () => {
    const item = await asked.ask("applicant_info", ["cityOfBirth"]);
    const city = personal({ cityOfBirth: "Jacmel" });
    expect(await asked.answer({ [item]: city }, { signature: "Ann Rolle" })).toMatchObject({
      signature: { asked: [{ key: "signature", sentence: expect.stringMatching(/^You signed as “Ann Rolle”/) }] },
    });
    // One that was ticked before the submission.
    const other = `update visa_applications set metadata = jsonb_set(metadata, '{step2,nameInPassport}', '"Ann Rolle"') where id = $1`;
    await database.query(other, [asked.id]);
    expect(await asked.answer({ [item]: city }, { revision: 1 })).toMatchObject({ kind: "sent" });
  });
});
