import { describe, expect, test } from "vitest";
import { registerMessageMails } from "~/cases/messages/mail-messages.server";
import { newest, readThread } from "~/cases/messages/thread.server";
import { applicationStatuses } from "~/db/schema/values";
import { recordOf } from "../../../test/harness/applicants/in-process";
import { messagesIn } from "../../../test/harness/case/messages";
import {
  mailFile,
  mailIntoCase,
  mailIntoInquiry,
  unverifiedMail,
} from "../../../test/harness/in-process/received-mails";
import { staffMember } from "../../../test/harness/in-process/staff";
import { bytesOf, documentOf, newInquiry } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { tooManyMailFiles } from "./received-mail";

const database = testDatabase();
registerMessageMails();
const { aCase, messagesOf, mailNow, mailed } = messagesIn(database);

const threadOf = async (id: string, viewer: "applicant" | "office" = "office") =>
  (await readThread(id, { viewer, opened: false, place: newest })).messages;
const filesOf = (column: "case_message_id" | "received_mail_id", id: string) =>
  database.query<{ id: string; name: string; application: string | null; inquiry: string | null }>(
    `select id, document_name as name, application_id as application, inquiry_id as inquiry from documents
     where ${column} = $1 order by created_at`,
    [id],
  );
const holiday = { name: "holiday.zip", bytes: new Uint8Array(Buffer.from("PK\u0003\u0004".padEnd(2000, "x"))) };

describe("an email in a case", () => {
  test.each(applicationStatuses.filter((status) => status !== "draft"))(
    "[R-IN-5] in the status %s it becomes a message of the applicant with a promise, the turn and a mail to staff",
    async (status) => {
      const { id } = await aCase(status);
      const isFinal = ["approved", "denied", "withdrawn"].includes(status);
      const before = [id, isFinal ? null : "authority"];
      await database.query("update visa_applications set filed_on = '2026-01-05', turn = $2 where id = $1", before);
      expect(await mailIntoCase(id, { body: "Here is what you asked for.", quoted: "> Please send it" })).toBe(true);
      expect((await messagesOf(id)).map(({ side, body, status, answered }) => [side, body, status, answered])).toEqual([
        ["applicant", "Here is what you asked for.", status, false],
      ]);
      const [message] = await threadOf(id);
      expect(message?.promised).toMatch(/\d/);
      expect(message?.byEmail).toEqual({
        part: null,
        mail: { from: null, subject: null, quoted: "> Please send it", refusedFiles: [], leftOut: 0 },
      });
      const [{ turn } = {}] = await database.query<{ turn: string | null }>(
        "select turn from visa_applications where id = $1",
        [id],
      );
      expect(turn).toBe(isFinal ? null : "office");
      await mailNow(id);
      expect((await mailed(id)).map(({ kind }) => kind)).toEqual(["case_message_notification"]);
    },
  );

  test("[R-IN-5] a text over 10,000 characters becomes several messages in order, the last with the files", async () => {
    const { id } = await aCase();
    const body = Array.from({ length: 25 }, (_, index) => `${index} ${"word ".repeat(199)}end.`).join("\n\n");
    await mailIntoCase(id, { body, quoted: "> before", files: [mailFile()] });
    const messages = (await threadOf(id)).toReversed();
    expect(messages.map(({ byEmail }) => byEmail?.part)).toEqual(["1 of 3", "2 of 3", "3 of 3"]);
    expect(messages.map((message) => message.body).join("\n\n")).toBe(body);
    expect(messages.map(({ files, byEmail }) => [files.length, byEmail?.mail?.quoted])).toEqual([
      [0, undefined],
      [0, undefined],
      [1, "> before"],
    ]);
    await mailNow(id);
    expect(await mailed(id)).toHaveLength(1);
  });

  test("[R-IN-9] its files are encrypted files of the message; what is refused is named with its reason on both sides", async () => {
    const { id } = await aCase();
    await mailIntoCase(id, { files: [mailFile("first.pdf"), holiday, mailFile("second.pdf")], leftOut: 2 });
    for (const viewer of ["applicant", "office"] as const) {
      const [message] = await threadOf(id, viewer);
      expect(message?.files.map(({ name }) => name)).toEqual(["first.pdf", "second.pdf"]);
      expect(message?.byEmail?.mail).toMatchObject({
        refusedFiles: [{ name: "holiday.zip", reason: expect.stringContaining("This is a ZIP file.") }],
        leftOut: 2,
      });
    }
    const [{ id: message = "" } = {}] = await messagesOf(id);
    const [file] = await filesOf("case_message_id", message);
    expect(file).toMatchObject({ application: id, inquiry: null });
    const stored = await documentOf(file?.id ?? "");
    expect([stored.documentType, stored.fileKeyBy, stored.uploadedBy]).toEqual(["message", null, null]);
    expect((await bytesOf(stored)).subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("[R-IN-9] up to 10 files are taken, and the others are named", async () => {
    const { id } = await aCase();
    await mailIntoCase(id, { files: Array.from({ length: 12 }, (_, index) => mailFile(`${index}.pdf`)) });
    const [message] = await threadOf(id);
    expect(message?.files).toHaveLength(10);
    expect(message?.byEmail?.mail?.refusedFiles).toEqual([
      { name: "10.pdf", reason: tooManyMailFiles },
      { name: "11.pdf", reason: tooManyMailFiles },
    ]);
  });

  test("[R-IN-9, C-ANS-4] beyond the 40 files of a case a file is refused with the reason, and the text is kept", async () => {
    const { id } = await aCase();
    await mailIntoCase(id);
    const [{ id: message = "" } = {}] = await messagesOf(id);
    await database.query(
      `insert into documents (application_id, case_message_id, document_type, document_name, storage_key, content_type, byte_size, sha256)
       select $1::uuid, $2::uuid, 'message', n || '.pdf', 'full/' || $2::uuid || n, 'application/pdf', 1, 'x' from generate_series(1, 39) n`,
      [id, message],
    );
    await mailIntoCase(id, { body: "Two more", files: [mailFile("fits.pdf"), mailFile("more.pdf")] });
    const [last] = await threadOf(id);
    expect([last?.body, last?.files.map(({ name }) => name)]).toEqual(["Two more", ["fits.pdf"]]);
    expect(last?.byEmail?.mail?.refusedFiles).toEqual([
      { name: "more.pdf", reason: expect.stringContaining("up to 40 files") },
    ]);
  });

  test("[R-IN-10] an email without text and files is kept as (no text), with a subject of its own", async () => {
    const { id } = await aCase();
    await mailIntoCase(id, { body: " \n", subject: "I will be late" });
    const [message] = await threadOf(id);
    expect([message?.body, message?.byEmail?.mail?.subject]).toEqual(["(no text)", "I will be late"]);
  });

  test("[R-IN-5] a draft and a missing case take none", async () => {
    const { id } = await aCase("draft");
    expect(await mailIntoCase(id, { files: [mailFile()] })).toBe(false);
    expect(await mailIntoCase(crypto.randomUUID())).toBe(false);
    expect([
      await messagesOf(id),
      await database.query("select from documents where application_id = $1", [id]),
    ]).toEqual([[], []]);
  });

  test("[R-IN-5] it is recorded without its text", async () => {
    const { id } = await aCase();
    await mailIntoCase(id, {
      body: "My secret",
      quoted: "a secret",
      subject: "Secret",
      files: [mailFile("secret.pdf")],
    });
    const record = await recordOf(database, id);
    expect(record.at(-1)).toMatchObject({
      action: "case_message_written",
      details: { by: "applicant", email: true, files: 1 },
    });
    expect(JSON.stringify(record)).not.toMatch(/secret/i);
  });

  test("[M-KEEP-1] a failed write stores neither message nor file", async () => {
    const { id } = await aCase();
    await database.query("alter table case_messages add constraint refused check (body <> 'refuse this')");
    try {
      await expect(mailIntoCase(id, { body: "refuse this", files: [mailFile()] })).rejects.toThrow();
    } finally {
      await database.query("alter table case_messages drop constraint refused");
    }
    for (const table of ["case_messages", "received_mails", "documents"])
      expect(await database.query(`select from ${table} where application_id = $1`, [id])).toEqual([]);
  });
});

describe("an email in an inquiry", () => {
  const notices = (id: string) =>
    database.query<{ to: string; data: Record<string, unknown> }>(
      `select recipient_email as "to", template_data as data from email_notifications
       where contact_inquiry_id = $1 and email_type = 'inquiry_mail_notification' order by recipient_email`,
      [id],
    );

  test("[R-IN-5] the office and an active owner are mailed, each once, with the text and the number of files", async () => {
    const id = await newInquiry();
    await mailIntoInquiry(id, { body: "Yes, next week.", files: [mailFile()] });
    const [office] = await notices(id);
    expect(office?.data).toMatchObject({ inquiryId: id, name: "Nadège", text: "Yes, next week.", files: 1 });
    const owner = await staffMember(database, "regular_admin");
    await database.query("update visa_inquiries set owner_id = $2 where id = $1", [id, owner.staff.adminId]);
    await mailIntoInquiry(id);
    expect((await notices(id)).map(({ to }) => to).sort()).toEqual([office?.to, office?.to, owner.staff.email].sort());
    await database.query("update admin_users set is_active = false where id = $1", [owner.staff.adminId]);
    await mailIntoInquiry(id);
    expect(await notices(id)).toHaveLength(4);
  });

  test("[R-IN-9, R-IN-5] its files belong to the inquiry under its data key, and its status stays", async () => {
    const id = await newInquiry();
    await database.query("update visa_inquiries set status = 'converted' where id = $1", [id]);
    expect(await mailIntoInquiry(id, { files: [mailFile(), holiday] })).toBe(true);
    const [mail] = await database.query<{ id: string; refused: object[]; status: string }>(
      `select r.id, r.refused_files as refused, i.status from received_mails r join visa_inquiries i on i.id = r.inquiry_id
       where i.id = $1`,
      [id],
    );
    expect([mail?.status, mail?.refused]).toEqual(["converted", [expect.objectContaining({ name: "holiday.zip" })]]);
    const [file] = await filesOf("received_mail_id", mail?.id ?? "");
    expect(file).toMatchObject({ inquiry: id, application: null });
    const stored = await documentOf(file?.id ?? "");
    expect(stored.fileKeyBy).toBe(null);
    expect((await bytesOf(stored)).subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("[R-IN-5] a missing inquiry takes none", async () => {
    expect(await mailIntoInquiry(crypto.randomUUID(), { files: [mailFile()] })).toBe(false);
  });
});

test("[R-IN-6] an unverified email is stored with its files, which belong to nothing", async () => {
  const id = await unverifiedMail({ files: [mailFile(), holiday], body: "Who am I?" }, "no_token");
  const [row] = await database.query(
    "select state, why, body, application_id, inquiry_id from received_mails where id = $1",
    [id],
  );
  expect(row).toEqual({
    state: "unverified",
    why: "no_token",
    body: "Who am I?",
    application_id: null,
    inquiry_id: null,
  });
  expect(await filesOf("received_mail_id", id)).toMatchObject([
    { name: "letter.pdf", application: null, inquiry: null },
  ]);
});
