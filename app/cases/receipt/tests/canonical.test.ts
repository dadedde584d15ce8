import { beforeAll, expect, test } from "vitest";
import { signedRecord } from "~/applications/stored-answers/signed-record.server";
import { sha256Of } from "~/core/sha256.server";
import { forgetDataKey } from "~/encryption/data-keys.server";
import { replaceRing, ring } from "~/encryption/keyring.server";
import { registerKeyRotation, rotateAll } from "~/encryption/rotate.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { firstOf, keyNamed, ringOf } from "../../../../test/harness/encryption/data-keys";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { canonicalAmendment, canonicalRecord, UnreadableRecord } from "../canonical.server";
import { readReceipt } from "../read-receipt.server";
import { amended } from "./facts";
import { addAmendment } from "./signed-case";

const database = testDatabase();
const before = [...ring];
let id: string;
let number: string;
beforeAll(async () => {
  const applicant = new Applicant(database);
  id = await applicant.ready({ passport_info: { passportNumber: "RD9911223" } });
  expect(await applicant.submit(id)).toEqual({ ok: true });
  number = (await applicant.found(id)).application.applicationNumber;
});

const sum = async () => (await readReceipt({ id, applicationNumber: number }))?.sha256;
test("[C-RCPT-5] the SHA-256 stays the same after a key rotation and after the data key is read again", async () => {
  const first = await sum();
  const keys = () => database.query("select wrapped, wrapped_by as by from data_keys where application_id = $1", [id]);
  const old = await keys();
  registerKeyRotation();
  replaceRing([firstOf(ringOf(keyNamed("july"), "another secret, as long as it has to be")), ...before]);
  forgetDataKey();
  await rotateAll({});
  expect(await keys()).not.toEqual(old);
  forgetDataKey();
  expect(await sum()).toBe(first);
  const made = [...ring];
  // As after a restore of all rows, with the same keys: dropped and written again, in another order.
  const rows = await database.query("select to_jsonb(s) as row from application_submissions s");
  await database.query("delete from application_submissions");
  for (const { row } of rows.reverse())
    await database.query(
      "insert into application_submissions select * from jsonb_populate_record(null::application_submissions, $1)",
      [JSON.stringify(row)],
    );
  replaceRing(made);
  expect(await sum()).toBe(first);
});

/** The same JSON with the names of every object the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (value instanceof Date || typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, turned(part)]);
  return Object.fromEntries(parts.reverse());
}

test("[C-RCPT-5] the SHA-256 depends neither on the order of JSON properties nor on what the desk hides", async () => {
  const record = await signedRecord(id);
  if (!record) throw new Error("nothing was signed");
  const first = canonicalRecord(number, record);
  expect(canonicalRecord(number, turned(record) as typeof record)).toBe(first);
  const steps = record.steps.map((step) => ({
    ...step,
    answers: step.answers.map((answer) => ({ ...answer, sensitive: true })),
  }));
  expect(canonicalRecord(number, { ...record, steps })).toBe(first);
});

test("[C-RCPT-5] amendments leave the record's SHA-256 unchanged and have one each", async () => {
  const first = await sum();
  const more = await addAmendment(id, { after: "Ruiz Vega" });
  const receipt = await readReceipt({ id, applicationNumber: number });
  expect(receipt?.sha256).toBe(first);
  expect(receipt?.amendments.map((amendment) => amendment.id)).toEqual([more]);
  const again = (await readReceipt({ id, applicationNumber: number }))?.amendments[0]?.sha256;
  expect([again, again === first]).toEqual([receipt?.amendments[0]?.sha256, false]);
});

test("[C-RCPT-5] every signed word counts: another answer, label, file, name or time gives another SHA-256", async () => {
  const record = await signedRecord(id);
  if (!record) throw new Error("nothing was signed");
  const [step, ...steps] = record.steps;
  const [answer, ...answers] = step?.answers ?? [];
  if (!step || !answer) throw new Error("nothing was answered");
  const withAnswer = (change: Partial<typeof answer>) => ({
    ...record,
    steps: [{ ...step, answers: [{ ...answer, ...change }, ...answers] }, ...steps],
  });
  const file = { id: "1", name: "Passport.pdf", type: "passport", byteSize: 10, sha256: "ab".repeat(32) };
  const variants = [
    withAnswer({ answer: "Another" }),
    withAnswer({ answer: null }),
    withAnswer({ label: "Another question" }),
    { ...record, steps: [...steps, step] },
    { ...record, documents: [file] },
    { ...record, documents: [{ ...file, sha256: "cd".repeat(32) }] },
    { ...record, certifications: record.certifications.slice(1) },
    { ...record, electronicSignature: `${record.electronicSignature}x` },
    { ...record, submittedAt: new Date(record.submittedAt.getTime() + 1) },
    { ...record, serviceName: "Another" },
  ];
  const sums = [record, ...variants].map((variant) => sha256Of(canonicalRecord(number, variant)));
  expect(new Set([...sums, sha256Of(canonicalRecord("BV26-AAAA-AAAA", record))]).size).toBe(sums.length + 1);
});

test("[C-RCPT-5] a record of the first release has the SHA-256 printed then", () => {
  const record = {
    ...{
      id: "1",
      applicationId: "2",
      attemptKey: "3",
      serviceName: "UK Visitor Visa",
      electronicSignature: "Zoë Ruiz",
    },
    steps: [
      {
        ...{ number: 1, code: "applicant_info", title: "Applicant Information" },
        answers: [
          { name: "lastName", label: "Last name", answer: "Ruiz" },
          { name: "middleName", label: "Middle name", answer: null },
          {
            ...{ name: "otherNames", label: "Other names", answer: [["Zoe", null]] },
            entry: {
              title: "Other name",
              parts: [
                { name: "a", label: "Name" },
                { name: "b", label: "Until" },
              ],
            },
          },
        ],
      },
    ],
    documents: [{ id: "4", name: "Passport.pdf", type: "passport", byteSize: 10, sha256: "ab".repeat(32) }],
    certifications: ["I certify that this is true."],
    submittedAt: new Date("2026-11-23T15:00:00.123Z"),
  };
  expect(sha256Of(canonicalRecord("BV26-K7QM-4TXP", record))).toBe(
    "4d08e063914a51872d0990ed2858f8c006eb70493b2c667920e9ddc0d988559d",
  );
  expect(sha256Of(canonicalAmendment("BV26-K7QM-4TXP", amended({})))).toBe(
    "1b0e38b6e8896fec370eccefe7c98cf4547fece6cbc7b1c7a628b784f16f083c",
  );
});

test("[C-RCPT-5] while an answer is unreadable, no SHA-256 is computed instead of a wrong one", async () => {
  const rows = await database.query(
    "delete from data_keys where application_id = $1 returning to_jsonb(data_keys) as row",
    [id],
  );
  forgetDataKey();
  await expect(sum()).rejects.toThrow(UnreadableRecord);
  for (const { row } of rows)
    await database.query("insert into data_keys select * from jsonb_populate_record(null::data_keys, $1)", [
      JSON.stringify(row),
    ]);
  forgetDataKey();
  expect(await sum()).toMatch(/^[0-9a-f]{64}$/);
});
