import { beforeAll, beforeEach, expect, test } from "vitest";
import { registerErasure } from "~/privacy/erasure/erase.server";
import { beginErasureList } from "~/privacy/erasure/erasure-list.server";
import { registerRestriction } from "~/privacy/restricted/restrict.server";
import { inYears } from "../../../test/harness/applicants/applicant";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { erasureRequestsOf } from "../../../test/harness/in-process/erasure-requests";
import { runJob } from "../../../test/harness/in-process/jobs";
import { nightsIn } from "../../../test/harness/in-process/nights";
import { newInquiry } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { readReports } from "./reports.server";

const database = testDatabase();
const nights = nightsIn(database);
let applicant: Applicant;
beforeAll(async () => {
  registerErasure();
  registerRestriction();
  await beginErasureList();
});
beforeEach(() => {
  applicant = new Applicant(database);
});
const { decidedCase } = erasureRequestsOf(database, () => applicant);

/** A case decided so many years ago, with its inquiry and payments. */
async function paidCase(years: number): Promise<string> {
  const id = await decidedCase(years, "denied");
  // It becomes the applicant's own inquiry by an email that a mailed link confirmed (F-SAFE-5).
  const inquiry = await newInquiry();
  await database.query(
    "update visa_applications set inquiry_id = $2, email_confirmed_at = coalesce(email_confirmed_at, now()) where id = $1",
    [id, inquiry],
  );
  await database.query(
    "update visa_inquiries set email = (select user_email from visa_applications where id = $1) where id = $2",
    [id, inquiry],
  );
  await database.query(
    `insert into ledger_entries (application_id, kind, amount, name, method, paid_on, receipt_number)
     values ($1, 'payment', 185, '', 'cash', '2025-03-04', $2)`,
    [id, `R-${id.slice(0, 8)}`],
  );
  return id;
}
const readMetrics = async () => (await readReports(new URLSearchParams(`from=2015-01&to=${inYears(1, "12")}`))).months;

test("[V-ERASE-4] reports exclude a restricted case, and stay the same when it is deleted", async () => {
  await paidCase(2);
  const without = await readMetrics();
  const id = await paidCase(3);
  expect(await readMetrics()).not.toEqual(without);
  await runJob("privacy.restrict", { applicationId: id });
  expect(await readMetrics()).toEqual(without);
  await database.query("update restricted_cases set restricted_until = '2026-01-01' where id = $1", [id]);
  expect(await nights.run()).toMatchObject({ "restricted-cases": 1 });
  expect(await readMetrics()).toEqual(without);
});

test("[V-ERASE-5] reports exclude a case that was erased on request", async () => {
  const without = await readMetrics();
  const id = await paidCase(8);
  expect(await readMetrics()).not.toEqual(without);
  await runJob("privacy.erase", { kind: "application", id });
  expect(await readMetrics()).toEqual(without);
});
