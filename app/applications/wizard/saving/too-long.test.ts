import { beforeAll, expect, test } from "vitest";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { rowsOf } from "../../../../test/harness/applicants/journey-rows";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { readMetadata } from "../../../../test/harness/encryption/stored-answers";
import { type Fields, form } from "../../../../test/harness/http-client";
import { testDatabase } from "../../../../test/harness/in-process/test-database";

const database = testDatabase();
let applicant: Applicant;
let id: string;
beforeAll(async () => {
  applicant = new Applicant(database);
  id = await applicant.start();
  await applicant.fillIn(id);
});

test("[N-TEXT-2] a text over its limit blocks only Next Step: the draft stores it whole, and no row has it until it fits", async () => {
  const long = `${"Ñ".repeat(130)}🇧🇸z`;
  const fields = { ...form("applicant_info", "Applicant Information"), lastName: long, "otherNames[0].name": long };
  const saved = await applicant.save(id, { ...fields, revision: "1" });
  expect([saved.status, saved.outcome.kind]).toEqual([200, "saved"]);
  const next = await applicant.save(id, { ...fields, revision: "2", intent: "next" });
  expect([next.status, next.outcome.problems]).toEqual([
    422,
    [
      { name: "lastName", message: "Last name can have at most 120 characters; this one has 132" },
      {
        name: "otherNames[0].name",
        message: "Other name #1: Name can have at most 120 characters; this one has 132",
      },
    ],
  ]);
  expect(next.outcome.unsaved, "all of it is stored").toBeUndefined();
  expect((await readMetadata(database, id))?.step1).toMatchObject({ lastName: long, otherNames: [{ name: long }] });
  expect((await rowsOf(database, id)).applicant_information).toMatchObject({
    last_name: null,
    other_names: [{ type: "maiden" }],
  });
  const fits = await applicant.save(id, { ...fields, lastName: "🇧🇸".repeat(120), revision: "2" });
  expect(fits.status).toBe(200);
  expect((await rowsOf(database, id)).applicant_information).toMatchObject({ last_name: "🇧🇸".repeat(120) });
});

test("[N-TEXT-2] an encrypted answer over its limit is stored whole too", async () => {
  const long = "Two days in 2019, after a storm. ".repeat(100).trim();
  const fields = { ...form("security_questionnaire", "Security Questions"), overstayDetails: long, revision: "1" };
  const { status, outcome } = await applicant.save(id, { ...fields, intent: "next" });
  expect([status, outcome.problems]).toEqual([
    422,
    [
      {
        name: "overstayDetails",
        message: `Please give details can have at most 2,000 characters; this one has ${long.length.toLocaleString("en-US")}`,
      },
    ],
  ]);
  expect((await readMetadata(database, id))?.step7).toMatchObject({ overstayDetails: long });
  expect((await rowsOf(database, id)).security_questionnaire).toMatchObject({ overstay_details: null });
});

test("[V-ATK-8, F-APPL-6] an unstorable answer to a question that another step hides doesn't block a save", async () => {
  const bahamian = new Applicant(database);
  const service = (await serviceOf(database, "bahamian-evisa")).id;
  const own = await bahamian.start(undefined, { service });
  await database.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [own]);
  const send = async (code: string, fields: Fields) => {
    const { revision } = await bahamian.screen(own, code);
    return bahamian.save(own, { step: code, revision: String(revision), ...fields });
  };
  const years = { yearsEmployed: "1".repeat(41) };
  const message = "Years employed must be a number, such as 2.5";
  expect(await send("bahamas_employment", years)).toMatchObject({
    status: 422,
    outcome: { problems: [{ name: "yearsEmployed", message }] },
  });
  expect((await send("employment_education", { currentStatus: "unemployed" })).status).toBe(200);
  expect(await send("bahamas_employment", years)).toMatchObject({ status: 200, outcome: { kind: "saved" } });
});
