import { beforeAll, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { newest, readThread } from "~/cases/messages/thread.server";
import { readInquiry } from "~/inquiries/desk/detail.server";
import { readThread as readInquiryThread } from "~/inquiries/desk/replies/thread.server";
import { referenceOf } from "~/inquiries/reference";
import { mostUnverified } from "~/received-mail/place/store-unverified.server";
import { messagesIn } from "../../../test/harness/case/messages";
import { mailFile, unverifiedMail } from "../../../test/harness/in-process/received-mails";
import { staffMember } from "../../../test/harness/in-process/staff";
import { bytesOf, documentOf, newInquiry } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { discardReceivedMail, putReceivedMail } from "./decide.server";
import { draftMessage, enterNumberMessage, unknownNumberMessage } from "./find-target.server";
import { listUnverified } from "./unverified.server";

const database = testDatabase();
const { aCase } = messagesIn(database);
let by: StaffContext;
let otherAdmin: StaffContext;

beforeAll(async () => {
  by = await staffMember(database, "regular_admin");
  otherAdmin = await staffMember(database, "super_admin");
  await database.query("update admin_users set name = 'Anika Thompson' where email = $1", [by.staff.email]);
});

const numberOf = async (id: string) =>
  (await database.query<{ n: string }>("select application_number as n from visa_applications where id = $1", [id]))[0]
    ?.n ?? "";
const threadOf = async (id: string) =>
  (await readThread(id, { viewer: "office", opened: false, place: newest })).messages;
const inquiryThread = async (id: string) => {
  const found = await readInquiry(id);
  return found ? (await readInquiryThread(found.inquiry, by.staff)).received : [];
};
const stateOf = async (id: string) =>
  (await database.query<{ state: string }>("select state from received_mails where id = $1", [id]))[0]?.state ?? null;
const filesOf = (mailId: string) =>
  database.query<{ id: string }>("select id from documents where received_mail_id = $1", [mailId]);
const other = { sender: "sister@mail.example", body: "I write for her.", files: [mailFile("her.pdf")] };

describe("put into", () => {
  test("[R-IN-6] an email goes into the case that its address names, with its files and From another address", async () => {
    const { id } = await aCase();
    const mailId = await unverifiedMail({ ...other, quoted: "> before" }, "another_sender", { kind: "case", id });
    expect(await putReceivedMail(by, { mailId, named: "yes" })).toEqual({ ok: true });
    const [message] = await threadOf(id);
    expect(message).toMatchObject({
      ...{ side: "applicant", body: other.body, files: [{ name: "her.pdf" }] },
      byEmail: { mail: { from: other.sender, quoted: "> before" } },
    });
    const document = await documentOf(message?.files[0]?.id ?? "");
    expect([document.applicationId, document.fileKeyBy, document.documentType]).toEqual([id, null, "message"]);
    expect((await bytesOf(document)).subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("[R-IN-6] an email goes into the case of an entered number, in any letters and with blanks", async () => {
    const { id } = await aCase();
    const mailId = await unverifiedMail(other, "no_token");
    const number = ` ${(await numberOf(id)).toLowerCase().replace("-", " -")} `;
    expect(await putReceivedMail(by, { mailId, number })).toEqual({ ok: true });
    expect(await threadOf(id)).toHaveLength(1);
  });

  test("[R-IN-6] an email goes into the inquiry of an entered reference, where its files stay with it", async () => {
    const id = await newInquiry();
    const mailId = await unverifiedMail(other, "no_token");
    expect(await putReceivedMail(by, { mailId, number: referenceOf(id) })).toEqual({ ok: true });
    const [mail] = await inquiryThread(id);
    expect(mail).toMatchObject({ body: other.body, mail: { from: other.sender }, files: [{ name: "her.pdf" }] });
    const document = await documentOf(mail?.files[0]?.id ?? "");
    expect([document.inquiryId, document.fileKeyBy]).toEqual([id, null]);
    expect((await bytesOf(document)).subarray(0, 5).toString()).toBe("%PDF-");
    expect(await database.query("select from email_notifications where contact_inquiry_id = $1", [id])).toHaveLength(1);
  });

  test("[R-IN-6] the applicant's own email that was too many has no other address", async () => {
    const { id } = await aCase();
    const [{ email = "" } = {}] = await database.query<{ email: string }>(
      "update visa_applications set user_email = 'Own@mail.example' where id = $1 returning lower(user_email) as email",
      [id],
    );
    const mailId = await unverifiedMail({ sender: email }, "too_many", { kind: "case", id });
    await putReceivedMail(by, { mailId, named: "yes" });
    expect((await threadOf(id))[0]?.byEmail?.mail?.from).toBe(null);
  });

  test.each([
    ["", enterNumberMessage],
    ["  ", enterNumberMessage],
    ["LV26-0000-0000", unknownNumberMessage],
    ["3F2B9C5E-111", unknownNumberMessage],
    ["%", unknownNumberMessage],
  ])("[R-IN-6] the number “%s” is refused, and the email stays", async (number, message) => {
    const mailId = await unverifiedMail(other, "no_token");
    expect(await putReceivedMail(by, { mailId, number })).toMatchObject({ ok: false, reason: "invalid", message });
    expect([await stateOf(mailId), (await filesOf(mailId)).length]).toEqual(["unverified", 1]);
  });

  test("[R-IN-6] a draft and the beginning of a reference are refused", async () => {
    const { id } = await aCase("draft");
    const inquiryId = await newInquiry();
    const mailId = await unverifiedMail({}, "no_token");
    expect(await putReceivedMail(by, { mailId, number: await numberOf(id) })).toMatchObject({ message: draftMessage });
    expect(await putReceivedMail(by, { mailId, number: inquiryId.slice(0, 8) })).toMatchObject({
      message: unknownNumberMessage,
    });
    expect(await putReceivedMail(by, { mailId, named: "yes" })).toMatchObject({ message: unknownNumberMessage });
  });

  test("[R-IN-6, R-IN-9] an infected file is named in the thread and not taken", async () => {
    const { id } = await aCase();
    const mailId = await unverifiedMail(other, "another_sender", { kind: "case", id });
    await database.query(
      "update documents set scan = 'infected', file_key = null, file_key_by = null where received_mail_id = $1",
      [mailId],
    );
    expect(await putReceivedMail(by, { mailId, named: "yes" })).toEqual({ ok: true });
    expect((await threadOf(id))[0]).toMatchObject({
      files: [],
      byEmail: { mail: { refusedFiles: [{ name: "her.pdf", reason: "We found a virus in this file." }] } },
    });
  });

  test("[R-IN-6] it is recorded with the reason, without text and sender", async () => {
    const { id } = await aCase();
    const mailId = await unverifiedMail({ ...other, subject: "Secret" }, "no_token");
    await putReceivedMail(by, { mailId, number: await numberOf(id) });
    const record = await database.query<{ action: string; details: object }>(
      "select action_type as action, details from admin_activity_log where subject_id = $1 and admin_email = $2",
      [id, by.staff.email],
    );
    expect(record).toEqual([
      { action: "received_email_put", details: { why: "no_token", number: await numberOf(id) } },
    ]);
  });
});

describe("two admins", () => {
  test("[R-IN-6] of two at once the first decides, and the other is told who it was", async () => {
    const { id } = await aCase();
    const inquiryId = await newInquiry();
    for (let round = 0; round < 5; round++) {
      const mailId = await unverifiedMail(other, "another_sender", { kind: "case", id });
      const before = (await threadOf(id)).length + (await inquiryThread(inquiryId)).length;
      const results = await Promise.all([
        putReceivedMail(by, { mailId, named: "yes" }),
        putReceivedMail(otherAdmin, { mailId, number: referenceOf(inquiryId) }),
      ]);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(results.find(({ ok }) => !ok)).toMatchObject({
        reason: "conflict",
        message: expect.stringContaining("has already put this email into a thread."),
      });
      expect((await threadOf(id)).length + (await inquiryThread(inquiryId)).length).toBe(before + 1);
    }
  });

  test("[R-IN-6] what one has put into a thread the other can't discard, and the other way round", async () => {
    const { id } = await aCase();
    const put = await unverifiedMail(other, "another_sender", { kind: "case", id });
    await putReceivedMail(by, { mailId: put, named: "yes" });
    expect(await discardReceivedMail(otherAdmin, { mailId: put })).toMatchObject({
      message: `Anika Thompson (${by.staff.email}) has already put this email into a thread.`,
    });
    const discarded = await unverifiedMail(other, "another_sender", { kind: "case", id });
    expect(await discardReceivedMail(by, { mailId: discarded })).toEqual({ ok: true });
    expect(await putReceivedMail(otherAdmin, { mailId: discarded, number: await numberOf(id) })).toMatchObject({
      reason: "not-found",
    });
    expect(await threadOf(id)).toHaveLength(1);
  });
});

test("[R-IN-6] a discarded email is deleted with its files, recorded once, and nobody is mailed", async () => {
  const mailId = await unverifiedMail(other, "no_token");
  const [file] = await filesOf(mailId);
  const mails = await database.query("select id from email_notifications");
  for (const admin of [by, otherAdmin, by]) expect(await discardReceivedMail(admin, { mailId })).toEqual({ ok: true });
  expect(await stateOf(mailId)).toBe(null);
  await expect(documentOf(file?.id ?? "")).rejects.toThrow("no such document");
  expect(await database.query("select id from email_notifications")).toEqual(mails);
  const record = await database.query(
    "select admin_email, details from admin_activity_log where action_type = 'received_email_discarded'",
  );
  expect(record.at(-1)).toEqual({ admin_email: by.staff.email, details: { why: "no_token" } });
});

test("[R-IN-6, M-KEEP-2] an admin who is no longer active decides nothing", async () => {
  const former = await staffMember(database, "regular_admin");
  await database.query("update admin_users set is_active = false where email = $1", [former.staff.email]);
  const { id } = await aCase();
  const mailId = await unverifiedMail(other, "another_sender", { kind: "case", id });
  for (const result of [
    await putReceivedMail(former, { mailId, named: "yes" }),
    await discardReceivedMail(former, { mailId }),
  ])
    expect(result).toMatchObject({ ok: false, reason: "forbidden" });
  expect(await stateOf(mailId)).toBe("unverified");
});

test("[R-IN-6] the list has sender, time, reason, text, files and what the address names, newest first", async () => {
  await database.query("delete from received_mails");
  const { id } = await aCase();
  const inquiryId = await newInquiry();
  await unverifiedMail({ body: "first" }, "no_token");
  await unverifiedMail({ ...other, quoted: "> q", leftOut: 1 }, "another_sender", { kind: "case", id });
  await unverifiedMail({ body: "" }, "too_large", { kind: "inquiry", id: inquiryId });
  const { isLast, mails } = await listUnverified(1);
  expect(isLast).toBe(true);
  expect(mails).toMatchObject([
    { reason: "Too large", isTooLarge: true, named: { label: `inquiry ${referenceOf(inquiryId)} of Nadège` } },
    {
      ...{ reason: "Another sender", sender: other.sender, body: other.body, files: [{ name: "her.pdf" }] },
      ...{ rest: { quoted: "> q", leftOut: 1 }, named: { label: `case ${await numberOf(id)}` } },
    },
    { reason: "No valid token", body: "first", named: null },
  ]);
});

test("[R-IN-11] the list is full once no further email of 25 MB fits into its 2 GB, whatever its files belong to", async () => {
  await database.query("delete from received_mails");
  await database.query("insert into mailboxes (name, waiting) values ('webhook', 2)");
  const first = await unverifiedMail({ files: [mailFile()] }, "no_token");
  const resize = (bytes: number) =>
    database.query("update documents set byte_size = $2 where received_mail_id = $1", [first, bytes]);
  const room = mostUnverified.bytes - 25 * 1024 * 1024;
  await resize(room - 10_000);
  expect(await listUnverified(1)).toMatchObject({ waiting: 0 });
  await resize(room + 1);
  expect(await listUnverified(1)).toMatchObject({ waiting: 2 });
  const { id } = await aCase();
  await database.query("update received_mails set state = 'in_thread', application_id = $2 where id = $1", [first, id]);
  expect(await listUnverified(1)).toMatchObject({ waiting: 0 });
});

test("[R-IN-11] how many emails wait is said while the list is full, and not once it has room", async () => {
  await database.query("delete from received_mails");
  await database.query("delete from mailboxes");
  await database.query("insert into mailboxes (name, waiting) values ('webhook', 3)");
  await database.query(
    `insert into received_mails (state, why, sender, subject, body)
     select 'unverified', 'no_token', 'x@mail.test', '', '' from generate_series(1, 1000)`,
  );
  expect(await listUnverified(1)).toMatchObject({ waiting: 3, isLast: false });
  await database.query("delete from received_mails where id in (select id from received_mails limit 1)");
  expect(await listUnverified(1)).toMatchObject({ waiting: 0 });
});
