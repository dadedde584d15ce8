import { createHash } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { migrateOne } from "~/applications/migration/one.server";
import { openedSteps } from "~/applications/submission/sealed-answers.server";
import { signedRecord } from "~/applications/submission/signed-record.server";
import { forgetDataKey } from "~/encryption/data-keys.server";
import { log } from "~/log.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { addApplications, allRows, fullMetadata } from "../../../test/harness/applicants/migration-data";
import { readMetadata, readStepRow } from "../../../test/harness/encryption/stored-answers";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { countPlainApplications, encryptApplications, encryptEarlierApplications } from "./encrypt.server";

const database = testDatabase();
beforeEach(async () => {
  await database.query("delete from visa_applications");
  forgetDataKey();
});

const secrets = ["RD9911223", "Two days in 2019, after a storm."];
const answers = fullMetadata({ step2: { passportNumber: secrets[0] } });

/** An application as a release before encryption left it: answers, rows and, if signed, the record in clear. */
async function earlier(): Promise<string> {
  const boss = await staffMember(database);
  const [id = ""] = await addApplications(database, answers);
  await migrateOne(boss, { applicationId: id });
  const [passport, security] = [
    await readStepRow(database, "passport_info", id),
    await readStepRow(database, "security_questionnaire", id),
  ];
  await database.query("update passport_information set passport_number = $2 where application_id = $1", [
    id,
    passport?.passport_number,
  ]);
  await database.query(
    `update security_questionnaire t set (${securityTexts.join(", ")}) = (select ${securityTexts.map((name) => `r.${name}`).join(", ")}
       from jsonb_populate_record(null::security_questionnaire, $2::jsonb) r) where application_id = $1`,
    [id, JSON.stringify(security)],
  );
  await database.query("delete from data_keys where application_id = $1", [id]);
  forgetDataKey();
  return id;
}
const securityTexts = ["overstay_details", "arrest_details"];

/** The record of a signature as it was stored then. */
async function sign(id: string, owner: Applicant) {
  expect(await owner.submit(id)).toEqual({ ok: true });
  const plain = await signedRecord(id);
  await database.query("alter table application_submissions disable trigger user");
  await database.query("update application_submissions set steps = $2 where application_id = $1", [
    id,
    JSON.stringify(plain?.steps),
  ]);
  await database.query("alter table application_submissions enable trigger user");
  const stored = await readMetadata(database, id);
  await database.query("update visa_applications set metadata = $2, is_encrypted = false where id = $1", [
    id,
    JSON.stringify(stored),
  ]);
  return plain;
}

const hashOf = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");
async function readable(): Promise<string[]> {
  const tables = ["visa_applications", "passport_information", "security_questionnaire", "application_submissions"];
  const all: string[] = [];
  for (const table of tables)
    all.push(...(await database.query<{ row: string }>(`select t::text as row from ${table} t`)).map(({ row }) => row));
  return secrets.filter((secret) => all.some((row) => row.includes(secret)));
}

test("[V-ENC-9] applications from before are encrypted whole, and read as they did", async () => {
  const ids = [await earlier(), await earlier()];
  expect(await readable()).toEqual(secrets);
  expect(await countPlainApplications()).toBe(2);
  const rows = async (id: string) => [
    await readMetadata(database, id),
    await readStepRow(database, "passport_info", id),
    await readStepRow(database, "security_questionnaire", id),
  ];
  const before = await Promise.all(ids.map(rows));
  const times = () => database.query("select last_updated_at, revisions from visa_applications order by id");
  const untouched = await times();
  await encryptApplications();
  expect(await readable()).toEqual([]);
  expect(await countPlainApplications()).toBe(0);
  expect(await Promise.all(ids.map(rows))).toEqual(before);
  expect(await times(), "nothing else of them changes").toEqual(untouched);
});

test("[V-ENC-9] what was signed before is the same afterwards, to its hash; it can't be changed otherwise", async () => {
  const owner = new Applicant(database);
  const id = await owner.ready({ passport_info: { passportNumber: secrets[0] ?? "" } });
  const plain = await sign(id, owner);
  expect(await readable()).toEqual(secrets);
  await encryptApplications();
  expect(await readable()).toEqual([]);
  expect(hashOf((await signedRecord(id))?.steps)).toBe(hashOf(plain?.steps));
  const change = (set: string) =>
    database.query(`update application_submissions set ${set} where application_id = $1`, [id]);
  for (const set of [
    "electronic_signature = 'x'",
    `steps = jsonb_set(steps, '{0,answers,0,answer}', '"x"')`,
    `steps = jsonb_set(steps, '{0,answers,0,label}', '"x"')`,
    `steps = jsonb_set(steps, '{1,answers,1,answer}', '"in clear again"')`,
    `steps = jsonb_set(steps, '{1,answers,1,answer}', '{"sealed": "sealed:1:another"}')`,
    "steps = steps - 1",
    "steps = jsonb_set(steps, '{1,answers}', '[]')",
  ])
    await expect(change(set), set).rejects.toThrow("immutable");
  expect(hashOf((await signedRecord(id))?.steps)).toBe(hashOf(plain?.steps));
  expect(openedSteps({ applicationId: id, key: undefined }, plain?.steps ?? [])).toEqual(plain?.steps);
});

test("[V-ENC-9] one that fails holds up no other, is logged, and is done at the next time", async () => {
  const [one, other] = [await earlier(), await earlier()];
  const said = vi.spyOn(log, "error");
  await database.query(
    `create function refuse_one() returns trigger language plpgsql as $$ begin
       if new.id = '${one}' then raise exception 'no'; end if; return new; end $$;
     create trigger refuse_one before update on visa_applications for each row execute function refuse_one()`,
  );
  await expect(encryptApplications(), "the queue comes back").rejects.toThrow("1 applications could not be encrypted");
  await database.query("drop trigger refuse_one on visa_applications");
  expect(said.mock.calls.map(([of]) => (of as { applicationId: string }).applicationId)).toEqual([one]);
  said.mockRestore();
  expect(await database.query("select id from visa_applications where is_encrypted")).toEqual([{ id: other }]);
  expect(await countPlainApplications()).toBe(1);
  await encryptApplications();
  expect(await readable()).toEqual([]);
});

test.each([[{}], [null], [[]], ["text"], [7], [{ step2: "text", step7: null }]])(
  "[V-ENC-9] metadata of unknown origin stay as they are: %j",
  async (metadata) => {
    await addApplications(database, metadata as unknown);
    await encryptApplications();
    expect(await countPlainApplications()).toBe(0);
    expect(await database.query("select metadata from visa_applications")).toEqual([{ metadata }]);
  },
);

test("[V-ENC-9] the start enqueues the work once there is any, and none when all is done", async () => {
  const jobs = async () => (await database.enqueued("applications.encrypt")).length;
  await encryptEarlierApplications();
  expect(await jobs()).toBe(0);
  await addApplications(database, answers);
  await encryptEarlierApplications();
  expect(await jobs()).toBe(1);
});

test("a migration of what is encrypted writes no row that is equal already", async () => {
  const boss = await staffMember(database);
  const id = await earlier();
  await encryptApplications();
  const before = await allRows(database);
  await migrateOne(boss, { applicationId: id });
  expect(await allRows(database)).toEqual(before);
});
