import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { registerDocuments } from "~/documents/discard.server";
import { removeInquiry } from "~/inquiries/remove-inquiry.server";
import { messagesIn } from "../../test/harness/case/messages";
import { dumpOf } from "../../test/harness/in-process/dump";
import { nightsIn } from "../../test/harness/in-process/nights";
import { mailFile, mailIntoCase, mailIntoInquiry, unverifiedMail } from "../../test/harness/in-process/received-mails";
import { documentOf, newInquiry } from "../../test/harness/in-process/stored-file";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { inquiryData } from "./copies/inquiry-data.server";
import { caseDataFile, ownDataFile } from "./copies/own-data.server";
import { eraseApplication, eraseInquiryInTransaction, registerErasure } from "./erasure/erase.server";
import { beginErasureList } from "./erasure/erasure-list.server";

const database = testDatabase();
const nights = nightsIn(database);
const { aCase } = messagesIn(database);

beforeAll(async () => {
  registerDocuments();
  registerErasure();
  await beginErasureList();
});

const marked = {
  sender: "zora@mail.example",
  senderName: "Zora",
  subject: "ZMARKED",
  body: "ZMARKED",
  quoted: "ZMARKED",
};
const withFile = { ...marked, files: [mailFile("ZMARKED.pdf"), { name: "ZMARKED.zip", bytes: new Uint8Array(2000) }] };
const fileOf = async (mailId: string) =>
  (await database.query<{ id: string }>("select id from documents where received_mail_id = $1", [mailId]))[0]?.id ?? "";
const isGone = (id: string) => expect(documentOf(id)).rejects.toThrow("no such document");

describe("unverified emails", () => {
  test("[M-KEEP-1] they are deleted with their files after 30 days, and not before", async () => {
    const [old, recent] = [await unverifiedMail(withFile, "no_token"), await unverifiedMail(withFile, "no_token")];
    const [oldFile, recentFile] = [await fileOf(old), await fileOf(recent)];
    await nights.age("received_mails", "received_at", old, "30 days 3 hours");
    await nights.age("received_mails", "received_at", recent, "29 days 21 hours");
    // Neither is a file that somebody uploaded and never sent.
    for (const file of [oldFile, recentFile]) await nights.age("documents", "created_at", file, "29 days");
    expect(await nights.run()).toMatchObject({ "unverified-mails": 1 });
    expect([await nights.isThere("received_mails", old), await nights.isThere("received_mails", recent)]).toEqual([
      false,
      true,
    ]);
    await isGone(oldFile);
    expect(await documentOf(recentFile)).toBeTruthy();
    expect(await database.enqueued("documents.remove-bytes")).toContainEqual({ storageKey: expect.any(String) });
  });

  test("[R-IN-11, R-IN-14] markers of taken emails are deleted after 12 months, of failed ones that are in no list after 30 days", async () => {
    await database.query(
      `insert into taken_mails (message_hash, recipient_hash, taken_at) values
       ('old', 'one', now() - interval '12 months 3 hours'), ('old', 'two', now() - interval '12 months 3 hours'),
       ('recent', 'one', now() - interval '12 months' + interval '3 days')`,
    );
    const mailId = await unverifiedMail({}, "not_stored");
    await database.query(
      `insert into failed_mails (mailbox, key, received_mail_id, failed_at) values
       ('webhook', 'listed', $1, now() - interval '40 days'), ('webhook', 'old', null, now() - interval '31 days'),
       ('webhook', 'recent', null, now() - interval '29 days')`,
      [mailId],
    );
    expect(await nights.run()).toMatchObject({ "taken-mails": 2, "failed-mails": 1 });
    expect(await database.query("select message_hash as m from taken_mails")).toEqual([{ m: "recent" }]);
    expect(await database.query("select key from failed_mails order by key")).toEqual([
      { key: "listed" },
      { key: "recent" },
    ]);
  });

  test("[M-KEEP-1] one that names a case under legal hold stays, with its file", async () => {
    const { id } = await aCase();
    const mailId = await unverifiedMail(withFile, "another_sender", { kind: "case", id });
    await database.query(
      "insert into legal_holds (application_id, reason, placed_by) values ($1, 'A claim', 'anika@lucaya.example')",
      [id],
    );
    await nights.age("received_mails", "received_at", mailId, "40 days");
    await nights.run();
    expect(await documentOf(await fileOf(mailId))).toBeTruthy();
    await database.query(
      "update legal_holds set removed_at = now(), removed_by = placed_by, removal_reason = 'Over' where application_id = $1",
      [id],
    );
    await nights.run();
    expect(await nights.isThere("received_mails", mailId)).toBe(false);
  });

  test("[M-KEEP-1] what is in a thread is never deleted by its age", async () => {
    const { id } = await aCase();
    const inquiryId = await newInquiry();
    await mailIntoCase(id, withFile);
    await mailIntoInquiry(inquiryId, withFile);
    await database.query("update received_mails set received_at = now() - interval '2 years'");
    await database.query(
      "update documents set created_at = now() - interval '2 years' where document_type in ('email', 'message')",
    );
    await nights.run();
    for (const owner of ["application_id", "inquiry_id"] as const)
      expect(
        await database.query(`select from received_mails r join documents d using (${owner}) where r.${owner} = $1`, [
          owner === "application_id" ? id : inquiryId,
        ]),
      ).toHaveLength(1);
  });
});

describe("an erasure", () => {
  beforeEach(async () => {
    await database.query("delete from documents where received_mail_id is not null or document_type = 'message'");
    await database.query("delete from received_mails");
    await database.query("delete from case_messages");
    await database.query("delete from email_notifications");
  });

  test("[M-KEEP-1] an application goes with its emails, and with those that only name it, and all their files", async () => {
    const { id } = await aCase();
    await mailIntoCase(id, withFile);
    const named = await unverifiedMail(withFile, "another_sender", { kind: "case", id });
    const file = await fileOf(named);
    expect((await dumpOf(database)).includes("ZMARKED")).toBe(true);
    expect(await eraseApplication(id)).toBe(true);
    await isGone(file);
    expect((await dumpOf(database)).includes("ZMARKED")).toBe(false);
  });

  test("[M-KEEP-1] an inquiry goes with its emails, whether it is erased or deleted at the desk", async () => {
    const erase = (id: string) => db.transaction((tx) => eraseInquiryInTransaction(tx, id, "request"));
    for (const remove of [erase, (id: string) => db.transaction((tx) => removeInquiry(tx, id))]) {
      const id = await newInquiry();
      await mailIntoInquiry(id, withFile);
      const named = await unverifiedMail(withFile, "another_sender", { kind: "inquiry", id });
      const files = [await fileOf(named)];
      await remove(id);
      for (const file of files) await isGone(file);
      expect(await database.query("select from received_mails where inquiry_id = $1", [id])).toEqual([]);
      expect(await database.query("select from documents where document_name like 'ZMARKED%'")).toEqual([]);
    }
  });

  test("[M-KEEP-1] unverified emails from an erased person's address go too, unless it has other data", async () => {
    const [first, second] = [await aCase(), await aCase()];
    await database.query("update visa_applications set user_email = 'Zora@mail.example' where id = any($1)", [
      [first.id, second.id],
    ]);
    const mailId = await unverifiedMail(withFile, "no_token");
    const file = await fileOf(mailId);
    await eraseApplication(first.id);
    expect(await documentOf(file)).toBeTruthy();
    await eraseApplication(second.id);
    await isGone(file);
    expect(await nights.isThere("received_mails", mailId)).toBe(false);
  });

  test("[M-KEEP-1] [V-RET-13] one from an erased person’s address that names another case under legal hold stays", async () => {
    const [own, other] = [await aCase(), await aCase()];
    await database.query("update visa_applications set user_email = 'Zora@mail.example' where id = $1", [own.id]);
    const [kept, named] = [
      await unverifiedMail(withFile, "another_sender", { kind: "case", id: other.id }),
      await unverifiedMail(withFile, "another_sender", { kind: "case", id: (await aCase()).id }),
    ];
    const files = [await fileOf(kept), await fileOf(named)] as const;
    await database.query(
      "insert into legal_holds (application_id, reason, placed_by) values ($1, 'A claim', 'anika@lucaya.example')",
      [other.id],
    );
    await eraseApplication(own.id);
    expect(await nights.isThere("received_mails", kept)).toBe(true);
    expect(await documentOf(files[0])).toBeTruthy();
    expect(await nights.isThere("received_mails", named)).toBe(false);
    await isGone(files[1]);
  });
});

describe("a copy", () => {
  const rowOf = async (id: string) => {
    const [row] = await db.select().from(visaApplications).where(eq(visaApplications.id, id));
    if (!row) throw new Error("There is no application");
    return row;
  };

  test("[M-KEEP-1] an applicant's copy has the emails of the thread, and not what another person wrote", async () => {
    const { id } = await aCase();
    await mailIntoCase(id, { body: "My reply", quoted: "> yours" });
    await unverifiedMail({ ...marked, body: "ZOTHER" }, "another_sender", { kind: "case", id });
    const own = (await ownDataFile(await rowOf(id))).toString();
    expect(JSON.parse(own)).toMatchObject({
      messages: [{ text: "My reply", byEmail: true }],
      emailsReceived: [{ from: "maria@mail.example", quoted: "> yours" }],
    });
    expect(own).not.toContain("ZOTHER");
    // A restricted case's file is the office's.
    expect(JSON.parse((await caseDataFile(await rowOf(id), null)).toString())).toMatchObject({
      emailsNotVerified: [{ text: "ZOTHER" }],
    });
  });

  test("[M-KEEP-1] an inquirer's copy has the emails of the thread", async () => {
    const id = await newInquiry();
    await mailIntoInquiry(id, { body: "My reply" });
    expect(await inquiryData(id)).toMatchObject({ emailsReceived: [{ text: "My reply", from: "maria@mail.example" }] });
  });
});
