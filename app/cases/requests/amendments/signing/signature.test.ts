import { describe, expect, test } from "vitest";
import { inYears } from "../../../../../test/harness/applicants/applicant";
import { CorrectedCase } from "../../../../../test/harness/in-process/corrected-case";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";

const database = testDatabase();
const correctedCase = new CorrectedCase(database);
const personal = (fields: Record<string, string>) => ({ step: "applicant_info", fields });

describe("the signature of a correction", () => {
  test("[C-AMD-1] without certification and name, corrections are refused and everything else is sent", async () => {
    const item = await correctedCase.ask("applicant_info", ["cityOfBirth"]);
    const correction = { [item]: personal({ cityOfBirth: "Jacmel" }) };
    expect(await correctedCase.answer(correction, { certifies: "no", signature: "" })).toMatchObject({
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
    expect(await correctedCase.amendments()).toEqual([]);
    expect((await correctedCase.open())[0]?.begunAt, "it is kept").not.toBeNull();
    expect(await correctedCase.answer(correction, { signature: "x" })).toMatchObject({
      signature: { problems: [{ message: "Please type your full name as your signature" }] },
    });
    expect(await correctedCase.answer(correction, { revision: 1 })).toEqual({
      kind: "sent",
      sent: 1,
      of: 1,
      kept: 0,
      left: [],
    });
  });

  test("[C-AMD-1] one signature covers all corrections of a Send, and each item has its own inputs", async () => {
    const firstItem = await correctedCase.ask("contact_info", ["city"]);
    const otherItem = await correctedCase.ask("contact_info", ["city"]);
    const sent = await correctedCase.answer({
      [firstItem]: { step: "contact_info", fields: { city: "Freeport" } },
      [otherItem]: { step: "contact_info", fields: { city: "Nassau" } },
    });
    expect(sent).toMatchObject({ kind: "sent", sent: 2 });
    const made = (await correctedCase.amendments()).map(({ itemId, after, signature }) => [itemId, after, signature]);
    expect(new Set(made.map(String))).toEqual(
      new Set([`${firstItem},Freeport,${correctedCase.signature}`, `${otherItem},Nassau,${correctedCase.signature}`]),
    );
  });
});

describe("contradictions in a correction", () => {
  test("a contradiction caused by a correction is asked about as in the wizard, and confirming it sends the correction", async () => {
    const item = await correctedCase.ask("applicant_info", ["dateOfBirth"]);
    const late = personal({ dateOfBirth: inYears(-2, "01-02") });
    const result = await correctedCase.answer({ [item]: late });
    expect(result).toMatchObject({
      kind: "refused",
      problems: [],
      signature: {
        problems: [],
        asked: [{ key: "issuedBeforeBirth", sentence: expect.stringMatching(/before you were born/) }],
      },
    });
    expect(await correctedCase.amendments()).toEqual([]);
    const found = result.kind === "refused" ? result.signature.asked : [];
    const confirms = Object.fromEntries(found.map(({ key, mark }) => [key, mark]));
    expect(await correctedCase.answer({ [item]: late }, { revision: 1, confirms })).toMatchObject({
      kind: "sent",
      sent: 1,
    });
    const [row] = await database.query("select certifications from amendments where application_id = $1", [
      correctedCase.id,
    ]);
    expect(row?.certifications, "the wording, and what was confirmed").toEqual([
      expect.stringMatching(/^I certify that the information in this application is true/),
      found[0]?.sentence,
    ]);
  });

  test("a name that is not the applicant’s is asked about, and an unchanged earlier contradiction is not", async () => {
    const item = await correctedCase.ask("applicant_info", ["cityOfBirth"]);
    const city = personal({ cityOfBirth: "Jacmel" });
    expect(await correctedCase.answer({ [item]: city }, { signature: "Ann Rolle" })).toMatchObject({
      signature: { asked: [{ key: "signature", sentence: expect.stringMatching(/^You signed as “Ann Rolle”/) }] },
    });
    // One that was ticked before the submission.
    const rename = `update visa_applications set metadata = jsonb_set(metadata, '{step2,nameInPassport}', '"Ann Rolle"') where id = $1`;
    await database.query(rename, [correctedCase.id]);
    expect(await correctedCase.answer({ [item]: city }, { revision: 1 })).toMatchObject({ kind: "sent" });
  });

  test("[B-GUARD-4] a corrected nationality that does not need the visa is asked about by the rules of that moment", async () => {
    await database.query(
      "update visa_applications set visa_service_id = (select id from visa_services where slug = 'uk-visitor-visa') where id = $1",
      [correctedCase.id],
    );
    const item = await correctedCase.ask("passport_info", ["nationalityCountry"]);
    const bahamian = { [item]: { step: "passport_info", fields: { nationalityCountry: "BS" } } };
    expect(await correctedCase.answer(bahamian)).toMatchObject({
      signature: {
        asked: [
          {
            key: "notNeeded",
            sentence: "With a passport of the Bahamas you do not need this visa for a short visit.",
          },
        ],
      },
    });
    await database.query("update entry_rules set published = false where answer = 'eta'");
    expect(await correctedCase.answer(bahamian, { revision: 1 })).toMatchObject({ kind: "sent" });
    await database.query("update entry_rules set published = true where answer = 'eta'");
  });
});
