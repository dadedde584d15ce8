import { buffer } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { canonicalForms } from "~/cases/agreement/reading/canonical";
import { zipCase } from "~/cases/receipt/desk/zip-case.server";
import { verifyRecord } from "~/cases/receipt/verify/verify.server";
import { sha256Of } from "~/core/sha256.server";
import { db } from "~/db/client.server";
import { caseDataFile, ownDataFile } from "~/privacy/copies/own-data.server";
import { eraseApplicationRows } from "~/privacy/erasure/erase-rows.server";
import { moveToRestricted } from "~/privacy/restricted/restrict.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { filesIn } from "../../../../test/harness/case/zip";
import { publishAgreement } from "../../../../test/harness/desk/agreements";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { agreementPdf } from "../agreement-pdf.server";
import { readAgreement } from "../reading/read-agreement.server";
import { signAgreement } from "../sign-agreement.server";
import { agreementBlocks } from "./blocks";

const database = testDatabase();
let applicant: Applicant;
let service: string;
beforeAll(async () => {
  applicant = new Applicant(database);
  const [found] = await database.query<{ id: string }>(
    "select id from visa_services where slug = 'us-travel-b1-b2-visa'",
  );
  service = found?.id ?? "";
  await publishAgreement(database, service, { offered: "before", blocks: agreementBlocks });
});

/** A draft or case with a signed agreement. */
async function signed({ isSubmitted = true } = {}) {
  const id = await applicant.ready({}, { service });
  if (isSubmitted) await applicant.submit(id);
  const { application } = await applicant.found(id);
  const { current } = await readAgreement(db, id);
  const input = { attempt: crypto.randomUUID(), sha256: current?.sha256 ?? "", agrees: true, confirmed: {} };
  const context = { ...applicant.context(id), browser: "Firefox on Linux" };
  expect(await signAgreement(context, id, { ...input, name: application.applicantName })).toEqual({ ok: true });
  const [agreement] = (await readAgreement(db, id)).signed;
  if (!agreement) throw new Error("nothing is signed");
  return { id, number: application.applicationNumber, agreement, application: (await applicant.found(id)).application };
}
async function verify(number: string, sha256: string) {
  await database.query("delete from limit_counts");
  const answer = await verifyRecord({ address: "10.3.0.1" }, { number, sha256 });
  return answer.ok ? answer.isOurs : answer;
}

test("[M-AGR-8] /verify confirms an agreement of a draft or case and its countersignature, and nothing else", async () => {
  for (const isSubmitted of [true, false]) {
    const { id, number, agreement } = await signed({ isSubmitted });
    const other = await signed({ isSubmitted });
    expect(await verify(number, agreement.sha256)).toBe(true);
    expect(await verify(other.number, agreement.sha256)).toBe(false);
    expect(await verify(number, agreement.textSha256)).toBe(false);
    const at = new Date("2026-12-01T13:00:00.000Z");
    const [, countersignature = ""] = canonicalForms(number, {
      ...agreement,
      countersigned: { signature: "Anika Thompson", at },
    });
    const sum = sha256Of(countersignature);
    expect(await verify(number, sum)).toBe(false);
    await database.query(
      `insert into agreement_events (signature_id, application_id, kind, admin_email, signature, sha256, at)
       values ($1, $2, 'countersigned', 'anika@lucaya.example', 'Anika Thompson', $3, $4)`,
      [agreement.id, id, sum, at],
    );
    expect([await verify(number, sum), await verify(number, agreement.sha256)]).toEqual([true, true]);
  }
});

test("[M-AGR-8] the SHA-256 is that of the stored row, also after all rows were restored in another order", async () => {
  const { id, number, agreement } = await signed();
  const sums = async () =>
    (await readAgreement(db, id)).signed.flatMap((row) => canonicalForms(number, row).map(sha256Of));
  expect(await sums()).toEqual([agreement.sha256]);
  const [row] = await database.query<{ row: Record<string, unknown> }>(
    "select to_jsonb(s) as row from agreement_signatures s where id = $1",
    [agreement.id],
  );
  const turned = Object.fromEntries(Object.entries(row?.row ?? {}).reverse());
  await database.query("alter table agreement_signatures disable trigger agreement_signatures_stay");
  await database.query("delete from agreement_signatures where id = $1", [agreement.id]);
  await database.query("alter table agreement_signatures enable trigger agreement_signatures_stay");
  await database.query(
    "insert into agreement_signatures select * from jsonb_populate_record(null::agreement_signatures, $1)",
    [JSON.stringify(turned)],
  );
  expect(await sums()).toEqual([agreement.sha256]);
});

test("[M-AGR-8] the database refuses to change or delete a signature while its application is there", async () => {
  const { agreement } = await signed();
  const { facts, address } = { facts: "{}", address: "10.9.9.9" };
  for (const set of [
    ...[`facts = '${facts}'`, `text = '{}'`, `signature = 'X'`, `address = '${address}'`, `browser = ''`],
    ...["sha256 = ''", "signed_at = now()", "agreed_to = ''"],
  ])
    await expect(
      database.query(`update agreement_signatures set ${set} where id = $1`, [agreement.id]),
      set,
    ).rejects.toThrow();
  await expect(database.query("delete from agreement_signatures where id = $1", [agreement.id])).rejects.toThrow();
});

test("[M-AGR-9] [M-KEEP-1] its PDF is in the case's ZIP, and all of it in the copy and the file of a restricted case", async () => {
  const { id, number, agreement, application } = await signed();
  const { stream } = await zipCase(application);
  const files = filesIn(await buffer(stream));
  const name = [...files.keys()].find((candidate) => candidate.includes("agreement")) ?? "";
  expect(name).toMatch(new RegExp(`^Lucaya-${number}-agreement-\\d{4}-\\d\\d-\\d\\d\\.pdf$`));
  expect(files.get(name)?.equals(await agreementPdf({ number, signed: agreement }))).toBe(true);
  for (const data of [await ownDataFile(application), await caseDataFile(application, null)]) {
    const { agreements } = JSON.parse(data.toString()) as { agreements: unknown };
    expect(agreements).toEqual([
      {
        ...{ title: agreement.title, version: 1, publishedAt: agreement.publishedAt, text: agreement.blocks },
        ...{ facts: agreement.facts, agreedTo: agreement.agreedTo, signature: agreement.signature },
        ...{ signedAt: agreement.signedAt.toISOString(), address: applicant.address, browser: "Firefox on Linux" },
        ...{ sha256: agreement.sha256, countersigned: null, withdrawn: null, ended: null },
      },
    ]);
  }
  const mails = await database.query("select template_data from email_notifications where application_id = $1", [id]);
  expect(JSON.stringify(mails)).not.toContain("prepares the application");
});

test.each(["erased", "restricted"] as const)(
  "[M-KEEP-1] an agreement goes with its %s case, and /verify denies it",
  async (how) => {
    const { id, number, agreement } = await signed();
    await db.transaction(async (tx) => {
      if (how === "erased") await eraseApplicationRows(tx, id, { inquiryId: null });
      else await moveToRestricted(tx, id, { until: "2099-01-01", inquiryId: null });
    });
    for (const table of ["agreement_offers", "agreement_signatures", "agreement_events"])
      expect(await database.query(`select 1 from ${table} where application_id = $1`, [id])).toEqual([]);
    expect(await verify(number, agreement.sha256)).toBe(false);
  },
);
