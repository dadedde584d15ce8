import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { config } from "~/config.server";
import { db } from "~/db/client.server";
import { enqueueMail } from "~/mail/outbox.server";
import { replyAddressOf } from "~/mail/reply-address.server";
import { mailOf } from "../../test/harness/case/mail-of";
import { messagesIn } from "../../test/harness/case/messages";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { untilWaiting } from "../../test/harness/waiting";
import { type ReceivedAs, receiveMail } from "./receive.server";

const database = testDatabase();
const { aCase, messagesOf, paper } = messagesIn(database);

beforeEach(async () => {
  config.REPLY_ADDRESS = "replies+{token}@lucaya.example";
  await database.query("delete from limit_counts");
});
afterEach(() => {
  config.REPLY_ADDRESS = undefined;
  config.INBOUND_AUTHSERV = undefined;
  vi.restoreAllMocks();
});

/** A submitted case and its applicant's email. */
async function someCase() {
  const { id } = await aCase();
  const [row] = await database.query<{ email: string }>(
    "select user_email as email from visa_applications where id = $1",
    [id],
  );
  const email = row?.email ?? expect.fail("no case");
  return { id, email, address: replyAddressOf({ kind: "case", id, address: email }) };
}

async function someInquiry(email = "ines@mail.test") {
  const [row] = await database.query<{ id: string }>(
    `insert into visa_inquiries (full_name, email, phone, visa_service, purpose, privacy_consent)
     values ('Ines', $1, '', 'Not sure yet', 'Tourism', true) returning id`,
    [email],
  );
  const id = row?.id ?? expect.fail("no inquiry");
  return { id, email, address: replyAddressOf({ kind: "inquiry", id, address: email }) };
}

const receive = (bytes: Uint8Array) => receiveMail(bytes, "imap");
const textsOf = async (id: string) => (await messagesOf(id)).map(({ side, body }) => [side, body]);
const listed = () =>
  database.query<{ why: string; application: string | null; inquiry: string | null; sender: string; body: string }>(
    `select why, application_id as application, inquiry_id as inquiry, sender, body from received_mails
     where state = 'unverified' order by received_at, id`,
  );
const forgetListed = () => database.query("delete from received_mails where state = 'unverified'");
beforeEach(() => forgetListed());

describe("where a mail goes", () => {
  test("[R-IN-4] a mail with the right token from the one right address goes into its case, in any case of letters", async () => {
    const { id, email, address } = await someCase();
    expect(await receive(mailOf(`Maria <${email.toUpperCase()}>`, address.toUpperCase(), "My answer."))).toBe("taken");
    expect(await textsOf(id)).toEqual([["applicant", "My answer."]]);
    expect(await listed()).toEqual([]);
  });

  test("[R-IN-4] a mail with an inquiry's token goes into that inquiry", async () => {
    const { id, email, address } = await someInquiry();
    expect(await receive(mailOf(email, address, "Is Friday fine?"))).toBe("taken");
    const found = await database.query("select state, body from received_mails where inquiry_id = $1", [id]);
    expect(found).toEqual([{ state: "in_thread", body: "Is Friday fine?" }]);
  });

  test("[R-IN-4] [R-IN-6] everything else waits for staff, with its reason and only what a valid token names", async () => {
    const [own, other, inquiry] = [await someCase(), await someCase(), await someInquiry()];
    const reply = own.address;
    const gone = replyAddressOf({ kind: "case", id: crypto.randomUUID(), address: own.email });
    const former = replyAddressOf({ kind: "case", id: own.id, address: "former@mail.test" });
    const cases: [Uint8Array, string, string | null][] = [
      [mailOf("eve@mail.test", reply), "another_sender", own.id],
      [mailOf(other.email, reply), "another_sender", own.id],
      [mailOf(`${own.email}, eve@mail.test`, reply), "another_sender", own.id],
      [mailOf(own.email, "replies@lucaya.example"), "no_token", null],
      [
        mailOf(
          own.email,
          reply.replace(/.@/, (end) => (end === "a@" ? "b@" : "a@")),
        ),
        "no_token",
        null,
      ],
      [mailOf("former@mail.test", former), "no_token", null],
      [mailOf(own.email, gone), "gone", null],
      [mailOf("eve@mail.test", gone), "no_token", null],
      [mailOf("eve@mail.test", inquiry.address), "another_sender", null],
    ];
    for (const [bytes, why, application] of cases) {
      expect(await receive(bytes)).toBe("taken");
      expect(await listed(), why).toMatchObject([{ why, application, body: "Thank you." }]);
      await forgetListed();
    }
    expect(await textsOf(own.id)).toEqual([]);
  });

  test("[R-IN-4] subject, In-Reply-To and References decide nothing", async () => {
    const { id, email } = await someCase();
    const [{ number = "" } = {}] = await database.query<{ number: string }>(
      "select application_number as number from visa_applications where id = $1",
      [id],
    );
    const data = { email, at: new Date().toISOString() };
    await db.transaction((tx) => enqueueMail(tx, { kind: "sign_in_slowed", to: email, toName: "", data }));
    const [{ messageId = "" } = {}] = await database.query<{ messageId: string }>(
      `select message_id as "messageId" from email_notifications where recipient_email = $1`,
      [email],
    );
    const headers = { Subject: `Re: ${number} ${id}`, "In-Reply-To": messageId, References: messageId };
    await receive(mailOf(email, "replies@lucaya.example", "Hello", headers));
    expect(await textsOf(id)).toEqual([]);
    expect(await listed()).toMatchObject([{ why: "no_token" }]);
  });

  test.each([
    ["mx.lucaya.example; dmarc=fail (p=none) header.from=mail.test", "failed_authentication"],
    ["MX.lucaya.example 1; spf=pass; DMARC = FAIL", "failed_authentication"],
    ["mx.lucaya.example; spf=pass\r\nAuthentication-Results: mx.lucaya.example; dmarc=fail", "failed_authentication"],
    ["mx.lucaya.example; dmarc=pass header.from=mail.test", null],
    ["mx.lucaya.example; spf=fail smtp.mailfrom=mail.test", null],
    ["mx.evil.example; dmarc=fail", null],
    ["mx.lucaya.example.evil.example; dmarc=fail", null],
    [undefined, null],
  ])("[R-IN-4] with INBOUND_AUTHSERV, %s: %s", async (results, why) => {
    const { id, email, address } = await someCase();
    const bytes = () => mailOf(email, address, "Hello", { "Authentication-Results": results });
    config.INBOUND_AUTHSERV = "mx.lucaya.example";
    await receive(bytes());
    expect(await listed()).toMatchObject(why ? [{ why, application: id }] : []);
    expect(await textsOf(id)).toHaveLength(why ? 0 : 1);
    config.INBOUND_AUTHSERV = undefined;
    await receive(bytes());
    expect(await textsOf(id)).toHaveLength(why ? 1 : 2);
  });

  test("[R-IN-2] after a change of the address its earlier tokens prove nothing", async () => {
    const { id, email, address } = await someCase();
    await database.query("update visa_applications set user_email = 'new@mail.test' where id = $1", [id]);
    await receive(mailOf(email, address));
    await receive(mailOf("new@mail.test", address));
    expect((await listed()).map(({ why }) => why)).toEqual(["no_token", "no_token"]);
    await receive(mailOf("new@mail.test", replyAddressOf({ kind: "case", id, address: "new@mail.test" }), "It’s me."));
    expect(await textsOf(id)).toEqual([["applicant", "It’s me."]]);
  });

  test("[R-IN-4] a mail changes nothing but the thread and the turn", async () => {
    const { id, email, address } = await someCase();
    const row = async () => {
      const [found] = await database.query<Record<string, unknown>>("select * from visa_applications where id = $1", [
        id,
      ]);
      const { turn, turn_since, due_day, search_text, updated_at, ...same } = found ?? {};
      return same;
    };
    const before = await row();
    await receive(mailOf(email, address, "STATUS: withdrawn. My new email is eve@mail.test."));
    const after = await row();
    const changed = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    expect(changed.filter((name) => !/turn|message|answer|due|activity|rule/.test(name))).toEqual([]);
  });

  test("[R-IN-10] [R-IN-6] a mail that is too large is listed with sender and subject alone", async () => {
    const { id, email, address } = await someCase();
    const head = mailOf(email, address, "", {}, "");
    expect(await receiveMail(head, "imap", { isWhole: false })).toBe("taken");
    expect(await listed()).toMatchObject([{ why: "too_large", application: id, sender: email, body: "" }]);
  });
});

describe("a mail that comes again", () => {
  test("[R-IN-11] a mail is taken once, also when it was deleted meanwhile or comes with other headers", async () => {
    const { id, email, address } = await someCase();
    const headers = { "Message-ID": "<same@mail.test>" };
    expect(await receive(mailOf(email, address, "Once", headers))).toBe("taken");
    expect(await receive(mailOf(email, address, "Once", headers))).toBe("again");
    const byWebhook = mailOf(email, address, "Once", { Received: "from mx by worker", ...headers });
    expect(await receiveMail(byWebhook, "webhook")).toBe("again");
    expect(await textsOf(id)).toEqual([["applicant", "Once"]]);
    expect(await receive(mailOf("eve@mail.test", address, "Other", { "Message-ID": "<other@mail.test>" }))).toBe(
      "taken",
    );
    await forgetListed();
    expect(await receive(mailOf("eve@mail.test", address, "Other", { "Message-ID": "<other@mail.test>" }))).toBe(
      "again",
    );
    expect(await listed()).toEqual([]);
  });

  test("[R-IN-11] without a Message-ID its bytes tell it from others", async () => {
    const { id, email, address } = await someCase();
    const bytes = (text: string) => mailOf(email, address, text, { "Message-ID": undefined });
    for (const text of ["One", "One", "Two", "One"]) await receive(bytes(text));
    expect((await textsOf(id)).map(([, body]) => body)).toEqual(["One", "Two"]);
  });

  test("[R-IN-11] a mail to two cases of one applicant is in both, once", async () => {
    const [first, second] = [await someCase(), await someCase()];
    await database.query("update visa_applications set user_email = $2 where id = $1", [second.id, first.email]);
    const other = replyAddressOf({ kind: "case", id: second.id, address: first.email });
    const bytes = mailOf(first.email, `${first.address}, ${other}`, "For both");
    for (const result of ["taken", "again"]) expect(await receive(bytes)).toBe(result);
    for (const { id } of [first, second]) expect(await textsOf(id)).toEqual([["applicant", "For both"]]);
  });

  test("[R-IN-11] ten at once are one message", async () => {
    const { id, email, address } = await someCase();
    const bytes = mailOf(email, address, "At once");
    const results = await Promise.all(Array.from({ length: 10 }, () => receive(bytes)));
    expect(results.filter((result) => result === "taken")).toHaveLength(1);
    expect(results.filter((result) => result === "again")).toHaveLength(9);
    expect(await textsOf(id)).toEqual([["applicant", "At once"]]);
  });

  test("[R-IN-11] a second one waits for the transaction of the first, and takes the mail if that fails", async () => {
    const { id, email, address } = await someCase();
    const bytes = mailOf(email, address, "Rolled back");
    const results: ReceivedAs[] = [];
    await db
      .transaction(async (tx) => {
        // The row of the case, which the first needs after its claim.
        await tx.execute(`select from visa_applications where id = '${id}' for update`);
        const both = [receive(bytes), receive(bytes)].map((result) => result.then((got) => results.push(got)));
        await untilWaiting(database, "taken_mails", 1);
        expect(results).toEqual([]);
        void Promise.all(both);
        throw new Error("done");
      })
      .catch((error: Error) => expect(error.message).toBe("done"));
    await vi.waitFor(() => expect(results.sort()).toEqual(["again", "taken"]), { timeout: 60_000 });
    expect(await textsOf(id)).toHaveLength(1);
  });

  test("[R-IN-11] what failed to be stored is not taken, and comes again", async () => {
    const { id, email, address } = await someCase();
    const bytes = mailOf(email, address, "Stored later");
    await database.query("alter table case_messages add constraint no_mail check (body <> 'Stored later') not valid");
    await expect(receive(bytes)).rejects.toThrow();
    await database.query("alter table case_messages drop constraint no_mail");
    expect(await receive(bytes)).toBe("taken");
    expect(await textsOf(id)).toEqual([["applicant", "Stored later"]]);
  });

  test("[R-IN-11] neither Message-ID nor address is stored in what is remembered", async () => {
    const { email, address } = await someCase();
    await receive(mailOf(email, address, "Hello", { "Message-ID": "<secret-id@mail.test>" }));
    const rows = JSON.stringify(await database.query("select * from taken_mails"));
    expect(rows).not.toMatch(/secret-id|mail\.test|replies/);
  });
});

describe("mails of programs", () => {
  test("[R-IN-8] an automatic answer is counted once a day and kind, and nothing else happens", async () => {
    const { id, email, address } = await someCase();
    const bytes = mailOf(email, address, "I am away.", { "Auto-Submitted": "auto-replied" });
    const mailsBefore = await database.query("select count(*) from email_notifications");
    expect([await receive(bytes), await receive(bytes)]).toEqual(["ignored", "again"]);
    await receive(mailOf(email, address, "Still away.", { "Auto-Submitted": "auto-replied" }));
    expect(await database.query("select why, count from ignored_mails")).toEqual([{ why: "auto_reply", count: 2 }]);
    expect([await textsOf(id), await listed()]).toEqual([[], []]);
    expect(await database.query("select count(*) from email_notifications")).toEqual(mailsBefore);
  });

  test.each([
    ["5.1.1", "failed", "failed"],
    ["4.2.2", "delayed", "sent"],
  ])("[R-IN-8] [N-EMAIL-14] a report %s that a mail %s leaves it %s", async (status, action, stored) => {
    const to = `bounced-${action}@mail.test`;
    const data = { email: to, at: new Date().toISOString() };
    const mailId = await db.transaction((tx) => enqueueMail(tx, { kind: "sign_in_slowed", to, toName: "", data }));
    const [{ messageId = "" } = {}] = await database.query<{ messageId: string }>(
      `update email_notifications set status = 'sent', sent_at = now() where id = $1 returning message_id as "messageId"`,
      [mailId],
    );
    const part = (type: string, text: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
    const body = [
      part("text/plain", "Your message could not be delivered."),
      part(
        "message/delivery-status",
        `Reporting-MTA: dns; mx.mail.test\r\n\r\nFinal-Recipient: rfc822; ${to}\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 ${status} No such person`,
      ),
      part("text/rfc822-headers", `Message-ID: ${messageId}\r\nTo: ${to}`),
      "--b--\r\n",
    ].join("");
    const type = "multipart/report; report-type=delivery-status; boundary=b";
    const bytes = mailOf("MAILER-DAEMON@mx.mail.test", "replies@lucaya.example", "", { "Content-Type": type }, body);
    expect(await receive(bytes)).toBe("ignored");
    const [row] = await database.query<{ status: string; error: string | null; bounced: boolean }>(
      `select status, error_message as error, bounced_at is not null as bounced from email_notifications where id = $1`,
      [mailId],
    );
    expect(row).toMatchObject({ status: stored, bounced: stored === "failed" });
    if (stored === "failed") expect(row?.error).toContain("No such person");
  });
});

describe("limits", () => {
  const inList = async () => (await listed()).map(({ why, application }) => [why, application]);

  test("[R-IN-11] beyond 30 mails an hour of one case further ones wait for staff, and another case is not affected", async () => {
    const [own, other] = [await someCase(), await someCase()];
    for (let count = 1; count <= 31; count++) await receive(mailOf(own.email, own.address, `Mail ${count}`));
    expect(await textsOf(own.id)).toHaveLength(30);
    expect(await inList()).toEqual([["too_many", own.id]]);
    await receive(mailOf(other.email, other.address));
    expect(await textsOf(other.id)).toHaveLength(1);
  });

  test("[R-IN-11] a stranger in an applicant’s name uses up no limit of the applicant", async () => {
    const { id, email, address } = await someCase();
    for (let count = 1; count <= 31; count++) await receive(mailOf(email, "replies@lucaya.example"));
    for (let count = 1; count <= 31; count++) await receive(mailOf("eve@mail.test", address));
    const reasons = (await listed()).map(({ why }) => why);
    expect(reasons.filter((why) => why === "too_many")).toHaveLength(2);
    await receive(mailOf(email, address, "It’s really me."));
    expect(await textsOf(id)).toEqual([["applicant", "It’s really me."]]);
  });

  test("[R-IN-11] beyond 200 mails a day without a valid token further ones are too many", async () => {
    for (let count = 1; count <= 201; count++)
      await receive(mailOf(`stranger${count}@mail.test`, "replies@lucaya.example"));
    const reasons = (await listed()).map(({ why }) => why);
    expect([reasons.length, reasons.filter((why) => why === "too_many").length]).toEqual([201, 1]);
  });

  test("[R-IN-11] a list of 1,000 takes no more, is counted for the webhook, and doesn’t stop what is proven", async () => {
    const { id, email, address } = await someCase();
    await database.query(
      `insert into received_mails (state, why, sender, subject, body)
       select 'unverified', 'no_token', 'x@mail.test', '', '' from generate_series(1, 1000)`,
    );
    const unproven = mailOf("eve@mail.test", address);
    expect([await receiveMail(unproven, "webhook"), await receiveMail(unproven, "webhook")]).toEqual(["full", "full"]);
    const counted = () => database.query("select waiting from mailboxes where name = 'webhook'");
    expect(await counted()).toEqual([{ waiting: 2 }]);
    expect(await receiveMail(mailOf(email, address), "webhook")).toBe("taken");
    expect(await textsOf(id)).toHaveLength(1);
    expect(await counted()).toEqual([{ waiting: 2 }]);
    await database.query(
      "delete from received_mails where id in (select id from received_mails where state = 'unverified' limit 2)",
    );
    expect(await receiveMail(unproven, "webhook")).toBe("taken");
    expect(await counted()).toEqual([{ waiting: 0 }]);
  });
});

test("[R-IN-9] a mail without storage comes again, and leaves nothing", async () => {
  const { id, email, address } = await someCase();
  const { StorageError } = await import("~/documents/storage-error.server");
  const openFile = await import("~/documents/at-rest/open-file.server");
  const file = Buffer.from(await paper().arrayBuffer()).toString("base64");
  const body = `--b\r\nContent-Type: text/plain\r\n\r\nHere it is.\r\n--b\r\nContent-Type: application/pdf; name=letter.pdf\r\nContent-Disposition: attachment; filename=letter.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}\r\n--b--\r\n`;
  const bytes = mailOf(email, address, "", { "Content-Type": "multipart/mixed; boundary=b" }, body);
  vi.spyOn(openFile, "putFile").mockRejectedValueOnce(new StorageError("DATA_DIR", "its disk is full"));
  await expect(receive(bytes)).rejects.toThrow("disk is full");
  expect(await textsOf(id)).toEqual([]);
  expect(await receive(bytes)).toBe("taken");
  expect(await messagesOf(id)).toMatchObject([{ body: "Here it is.", files: 1 }]);
});

test("[R-IN-11] while a file of an unproven mail is stored, others that come wait without a connection each", async () => {
  const openFile = await import("~/documents/at-rest/open-file.server");
  const file = Buffer.from(await paper().arrayBuffer()).toString("base64");
  const pdf = { "Content-Type": "application/pdf; name=letter.pdf", "Content-Transfer-Encoding": "base64" };
  const [begun, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.spyOn(openFile, "putFile").mockImplementationOnce(async () => {
    begun.resolve();
    await stored.promise;
  });
  const first = receive(mailOf("eve@mail.test", "replies@lucaya.example", "", pdf, file));
  await begun.promise;
  const others = Array.from({ length: 12 }, (_, index) =>
    receive(mailOf(`stranger${index}@mail.test`, "replies@lucaya.example")),
  );
  // Emails are read one at a time, so all others have been read when this one, which is proven, finds a connection.
  const { email, address } = await someCase();
  expect(await receive(mailOf(email, address))).toBe("taken");
  stored.resolve();
  expect(await Promise.all([first, ...others])).toEqual(Array.from({ length: 13 }, () => "taken"));
});

test("the mails of all programs that we know are taken without an error", async () => {
  const folder = join(import.meta.dirname, "parse/mails");
  const { readFileSync } = await import("node:fs");
  for (const name of readdirSync(folder))
    expect(await receive(readFileSync(join(folder, name))), name).toMatch(/^(taken|ignored|again)$/);
});
