import { beforeAll, expect, test } from "vitest";
import { column } from "../../../test/harness/applicants/full-answers";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { topicOf } from "../../../test/harness/applicants/security-topics";
import { readStepRow } from "../../../test/harness/encryption/stored-answers";
import type { Fields } from "../../../test/harness/http-client";
import { testDatabase } from "../../../test/harness/in-process/test-database";

const database = testDatabase();
let applicant: Applicant;
let id: string;
beforeAll(async () => {
  applicant = new Applicant(database);
  id = await applicant.start();
  await database.query("update visa_applications set furthest_step = 8 where id = $1", [id]);
});

let revision = 0;
/** The row after this form of step 7 was saved. */
async function rowAfter(answers: Fields) {
  const { outcome } = await applicant.save(id, {
    step: "security_questionnaire",
    revision: String(revision),
    ...answers,
  });
  revision = outcome.revision ?? 0;
  const {
    application_id: _,
    updated_at: __,
    ...row
  } = (await readStepRow(database, "security_questionnaire", id)) ?? {};
  return row;
}

test("[W-STORE-23, W-STORE-26] step 7 without answers stores a row with flags false and details null", async () => {
  expect(new Set(Object.values(await rowAfter({})))).toEqual(new Set([false, null]));
});

test("[W-S7-4] the row has about thirty yes-or-no questions, each with a text", async () => {
  const kinds = Object.values(await rowAfter({})).map((value) => (value === false ? "flag" : "text"));
  const flags = kinds.filter((kind) => kind === "flag").length;
  expect(flags).toBeGreaterThanOrEqual(30);
  expect(kinds).toHaveLength(2 * flags);
});

test.each([
  "[W-S7-5] health",
  "[W-S7-6] arrests",
  "[W-S7-7] drug and immigration law",
  "[W-S7-8] overstay",
  "[W-S7-9] visa cancellation",
  "[W-S7-10] deportation",
  "[W-S7-11] custody",
  "[W-S7-12] voting",
  "[W-S7-13] tax-motivated renunciation",
  "[W-S7-14] trafficking",
  "[W-S7-15] terrorism",
  "[W-S7-16] genocide",
  "[W-S7-17] torture",
  "[W-S7-18] extrajudicial killing",
  "[W-S7-19] child soldiers",
  "[W-S7-20] religious freedom",
  "[W-S7-21] population control",
  "[W-S7-22] organ trafficking",
])("%s: answering yes stores true and its details and changes nothing else", async (title) => {
  const { questions } = topicOf(title);
  const pairs = questions.flatMap(([name, details]): [string, string][] => [
    [name, "yes"],
    [details, `What ${details} says`],
  ]);
  const row = await rowAfter(Object.fromEntries(pairs));
  const answered = Object.entries(row).filter(([, value]) => value !== false && value !== null);
  expect(Object.fromEntries(answered)).toEqual(
    Object.fromEntries(pairs.map(([name, value]) => [column(name), value === "yes" ? true : value])),
  );
});
