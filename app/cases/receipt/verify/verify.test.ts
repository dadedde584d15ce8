import { beforeAll, beforeEach, expect, test } from "vitest";
import { newApplicationNumber } from "~/applications/access/number";
import { inGroups } from "~/cases/verify-address";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { readReceipt } from "../read-receipt.server";
import { addAmendment } from "../tests/signed-case";
import { verifyRecord } from "./verify.server";

const database = testDatabase();
let applicant: Applicant;
let number: string;
let sha256: string;
let draft: string;
let id: string;
beforeAll(async () => {
  applicant = new Applicant(database);
  id = await applicant.ready();
  await applicant.submit(id);
  const found = await applicant.found(id);
  number = found.application.applicationNumber;
  sha256 = (await readReceipt(found.application))?.sha256 ?? "";
  draft = (await applicant.found(await applicant.ready())).application.applicationNumber;
});
beforeEach(() => database.query("delete from limit_counts"));

const address = "10.3.0.1";
const verify = (input: { number: string; sha256: string }, from = address) => verifyRecord({ address: from }, input);
const yes = { ok: true, isOurs: true };
const no = { ok: true, isOurs: false };

test("[C-RCPT-6] number and SHA-256 of a record verify in any letter case, with or without spaces and hyphens", async () => {
  const bare = number.replaceAll("-", "");
  for (const rawNumber of [number, number.toLowerCase(), bare, bare.toLowerCase(), ` ${bare.split("").join(" ")} `])
    expect(await verify({ number: rawNumber, sha256 })).toEqual(yes);
  const grouped = inGroups(sha256);
  const spaced = sha256.match(/.{4}/g)?.join(" ") ?? "";
  for (const rawHash of [
    sha256.toUpperCase(),
    grouped,
    grouped.replaceAll("-", " "),
    spaced,
    grouped.replaceAll("-", "–"),
  ])
    expect(await verify({ number, sha256: rawHash })).toEqual(yes);
});

test("[C-RCPT-6] an amendment's SHA-256 verifies too, accepted or not, and the record's still does", async () => {
  for (const outcome of ["accepted", "waiting", "refused"] as const) {
    const amendment = await addAmendment(id, { after: `Ruiz ${outcome}`, outcome });
    await database.query(
      "update case_item_answers set outcome = 'accepted' where id = (select answer_id from amendments where id = $1)",
      [amendment],
    );
    const sum = (await readReceipt((await applicant.found(id)).application))?.amendments.find(
      (candidate) => candidate.id === amendment,
    )?.sha256;
    await database.query(
      `update case_item_answers set outcome = '${outcome}' where id = (select answer_id from amendments where id = $1)`,
      [amendment],
    );
    expect(await verify({ number, sha256: sum ?? "" })).toEqual(yes);
    expect(await verify({ number: draft, sha256: sum ?? "" })).toEqual(no);
  }
  expect(await verify({ number, sha256 })).toEqual(yes);
});

test("[C-RCPT-6] an unknown number, a draft, a wrong hash and invalid text get the same response", async () => {
  const wrong = `${sha256.slice(0, -1)}${sha256.endsWith("0") ? "1" : "0"}`;
  const wrongInputs = [
    { number: newApplicationNumber(), sha256 },
    { number: draft, sha256 },
    { number, sha256: wrong },
    { number, sha256: sha256.slice(0, -1) },
    { number, sha256: "" },
    { number: "nothing of ours", sha256 },
    { number: "", sha256: "x" },
  ];
  for (const input of wrongInputs) expect(await verify(input)).toEqual(no);
});

test("[C-RCPT-6] an IP can verify at most twenty times an hour, and another IP is unaffected", async () => {
  for (let count = 0; count < 20; count++)
    expect((await verify({ number: count % 2 ? number : "x", sha256 })).ok).toBe(true);
  const refused = await verify({ number, sha256 });
  expect(refused).toMatchObject({ ok: false, reason: "limited" });
  const { detail, message } = refused as { detail: { retryAfterSeconds: number }; message: string };
  expect(detail.retryAfterSeconds).toBeGreaterThan(3000);
  expect(message).toMatch(/20 records an hour.*try again after \d+:\d\d [AP]M Nassau time/);
  expect(await verify({ number, sha256 }, "10.4.0.1")).toEqual(yes);
});
