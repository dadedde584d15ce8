import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { config } from "~/config.server";
import { listOutages, startOutageReporting } from "~/core/outages.server";
import { locks } from "~/db/advisory-locks.server";
import { connect } from "~/db/connect.server";
import { replyAddressOf } from "~/mail/reply-address.server";
import { messagesIn } from "../../../test/harness/case/messages";
import { dovecotProgram, needsDebian } from "../../../test/harness/debian-packages";
import { type Dovecot, startDovecot } from "../../../test/harness/fakes/dovecot";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { discardReceivedMail, putReceivedMail, tryReceivedMailAgain } from "../desk/decide.server";
import { listUnverified } from "../desk/unverified.server";
import { mostTries } from "../failed-mails.server";
import { receiveMail } from "../receive.server";
import { receiveFromMailbox } from "./mailbox-job.server";
import { mailboxSettings } from "./open-mailbox.server";

const database = testDatabase();
const { aCase, messagesOf } = messagesIn(database);
const isThere = needsDebian(dovecotProgram);
const folder = mkdtempSync(join(tmpdir(), "imap-"));
let dovecot: Dovecot;

beforeAll(async () => {
  if (isThere) dovecot = await startDovecot(folder);
  startOutageReporting();
});
afterAll(async () => {
  await dovecot?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  config.REPLY_ADDRESS = "replies+{token}@lucaya.example";
  config.IMAP_URL = dovecot?.url();
  for (const table of ["limit_counts", "mailboxes", "received_mails", "troubles"])
    await database.query(`delete from ${table}`);
  await empty("INBOX");
});
afterEach(() => {
  config.REPLY_ADDRESS = undefined;
  config.IMAP_URL = undefined;
  vi.restoreAllMocks();
});

async function empty(name: string) {
  const client = await dovecot.client();
  const { exists } = await client.mailboxOpen(name);
  if (exists > 0) await client.messageDelete("1:*");
  await client.logout();
}

let mails = 0;
async function someCase() {
  const { id } = await aCase();
  const [{ email = "" } = {}] = await database.query<{ email: string }>(
    "select user_email as email from visa_applications where id = $1",
    [id],
  );
  const address = replyAddressOf({ kind: "case", id, address: email });
  const mail = (text: string, from = email) =>
    [
      `From: ${from}`,
      `To: ${address}`,
      `Subject: ${text}`,
      `Message-ID: <imap-${++mails}@mail.test>`,
      "Content-Type: text/plain; charset=utf-8",
      "",
      `${text}\r\n`,
    ].join("\r\n");
  const texts = async () => (await messagesOf(id)).map(({ body }) => body);
  return { id, mail, texts };
}
const read = (signal = new AbortController().signal) => receiveFromMailbox(signal);
const outages = async () => (await listOutages()).map(({ setting, words }) => [setting, words]);

describe("reading the mailbox", () => {
  test("[R-IN-12] unread mails are taken in order, marked seen and stay where they are", async () => {
    const { mail, texts } = await someCase();
    for (const text of ["First", "Second"]) await dovecot.add(mail(text));
    await read();
    expect(await texts()).toEqual(["First", "Second"]);
    expect(await dovecot.list()).toEqual([
      ["First", true],
      ["Second", true],
    ]);
    await dovecot.add(mail("Third"));
    await read();
    await read();
    expect(await texts()).toEqual(["First", "Second", "Third"]);
    expect(await outages()).toEqual([]);
  });

  test("[R-IN-12] with ?move a mail is moved, and one that others have marked as deleted is not removed", async () => {
    const { mail, texts } = await someCase();
    const client = await dovecot.client();
    await client.mailboxCreate("Taken mails");
    await dovecot.add(mail("Of others"));
    await client.mailboxOpen("INBOX");
    await client.messageFlagsAdd("1", ["\\Deleted", "\\Seen"]);
    await client.logout();
    await dovecot.add(mail("Moved"));
    config.IMAP_URL = `${dovecot.url()}?move=Taken%20mails`;
    await read();
    expect(await texts()).toEqual(["Moved"]);
    expect(await dovecot.list()).toEqual([["Of others", true]]);
    expect(await dovecot.list("Taken mails")).toEqual([["Moved", true]]);
  });

  test("[R-IN-12] a mail that somebody has read in a mail program meanwhile is taken too", async () => {
    const { mail, texts } = await someCase();
    await read();
    await dovecot.add(mail("Read by a person"));
    const client = await dovecot.client();
    await client.mailboxOpen("INBOX");
    await client.messageFlagsAdd("1:*", ["\\Seen"]);
    await client.logout();
    await read();
    expect(await texts()).toEqual(["Read by a person"]);
  });

  test("[R-IN-12] a changed UIDVALIDITY reads the folder again, without doubles", async () => {
    const { mail, texts } = await someCase();
    const [first, second, third] = [mail("First"), mail("Second"), mail("Third")];
    const client = await dovecot.client();
    await client.mailboxCreate("Replies");
    config.IMAP_URL = dovecot.url({ folder: "Replies" });
    for (const one of [first, second]) await dovecot.add(one, "Replies");
    await read();
    const validity = async () =>
      (await database.query<{ v: string }>("select uid_validity as v from mailboxes where name like '%Replies'"))[0]?.v;
    const before = await validity();
    await client.mailboxDelete("Replies");
    await client.mailboxCreate("Replies");
    for (const one of [third, first, second]) await dovecot.add(one, "Replies");
    await client.mailboxOpen("Replies");
    await client.messageFlagsAdd("1:*", ["\\Seen"]);
    await client.logout();
    await read();
    expect(await validity()).not.toBe(before);
    expect(await texts()).toEqual(["First", "Second", "Third"]);
  });

  test("[R-IN-11] a mail that the webhook has brought already is only marked seen", async () => {
    const { mail, texts } = await someCase();
    const bytes = mail("Both ways");
    await dovecot.add(`Received: from mx.mail.test\r\n${bytes}`);
    expect(await receiveMail(Buffer.from(bytes), "webhook")).toBe("taken");
    await read();
    expect(await texts()).toEqual(["Both ways"]);
    expect(await dovecot.list()).toEqual([["Both ways", true]]);
  });

  test("[R-IN-11] [R-IN-12] while one instance reads another doesn’t, and two at once take each mail once", async () => {
    const { mail, texts } = await someCase();
    for (const text of ["One", "Two", "Three"]) await dovecot.add(mail(text));
    const other = await connect("another instance");
    await other.query("select pg_advisory_lock($1)", [locks.mailbox]);
    await read();
    expect(await dovecot.list()).toEqual(["One", "Two", "Three"].map((text) => [text, false]));
    await other.end();
    await Promise.all([read(), read(), read()]);
    await read();
    expect(await texts()).toEqual(["One", "Two", "Three"]);
    expect((await dovecot.list()).every(([, seen]) => seen)).toBe(true);
  });

  test("[R-IN-11] [R-IN-12] a mail that was seen more than a year ago is not taken again by a look at all of the folder", async () => {
    const { mail, texts } = await someCase();
    const yearsAgo = new Date(Date.now() - 400 * 86_400_000);
    const client = await dovecot.client();
    await client.append("INBOX", Buffer.from(mail("Seen long ago")), ["\\Seen"], yearsAgo);
    await client.append("INBOX", Buffer.from(mail("Never seen")), [], yearsAgo);
    await client.append("INBOX", Buffer.from(mail("Seen lately")), ["\\Seen"]);
    await client.logout();
    const { name } = mailboxSettings(config.IMAP_URL ?? "");
    await database.query("insert into mailboxes (name, uid_validity, last_uid) values ($1, 1, 100)", [name]);
    await read();
    expect(await texts()).toEqual(["Never seen", "Seen lately"]);
  });

  test("[R-IN-11] what a full list has no room for stays unread, is counted, and is taken later", async () => {
    const { mail, texts } = await someCase();
    await database.query(
      `insert into received_mails (state, why, sender, subject, body)
       select 'unverified', 'no_token', 'x@mail.test', '', '' from generate_series(1, 1000)`,
    );
    await dovecot.add(mail("Unproven", "eve@mail.test"));
    await dovecot.add(mail("Proven"));
    const state = () => database.query("select waiting from mailboxes");
    for (const look of ["first", "second"]) {
      await read();
      expect(await texts(), look).toEqual(["Proven"]);
      expect(await state(), look).toEqual([{ waiting: 1 }]);
    }
    expect(await dovecot.list()).toEqual([
      ["Unproven", false],
      ["Proven", true],
    ]);
    await database.query("delete from received_mails where state = 'unverified'");
    await read();
    expect(await state()).toEqual([{ waiting: 0 }]);
    expect(await database.query("select subject, why from received_mails where state = 'unverified'")).toEqual([
      { subject: "Unproven", why: "another_sender" },
    ]);
  });

  test("[R-IN-11] where staff make room for one of many that wait, the others are not read again", async () => {
    const { mail } = await someCase();
    await database.query(
      `insert into received_mails (state, why, sender, subject, body)
       select 'unverified', 'no_token', 'x@mail.test', '', '' from generate_series(1, 1000)`,
    );
    for (const text of ["First", "Second", "Third", "Fourth"]) await dovecot.add(mail(text, "eve@mail.test"));
    await read();
    await database.query("delete from received_mails where id in (select id from received_mails limit 1)");
    const received = vi.spyOn(await import("../receive.server"), "receiveMail");
    await read();
    expect(await Promise.all(received.mock.results.map(({ value }) => value))).toEqual(["taken", "full"]);
    expect(await database.query("select waiting from mailboxes")).toEqual([{ waiting: 3 }]);
  });

  test("[R-IN-10] of a mail of more than 25 MB only the headers are read", async () => {
    const { mail } = await someCase();
    await dovecot.add(mail("Huge") + `${"x".repeat(76)}\r\n`.repeat(340_000));
    await read();
    expect(await database.query("select subject, why, body from received_mails")).toEqual([
      { subject: "Huge", why: "too_large", body: "" },
    ]);
    expect(await dovecot.list()).toEqual([["Huge", true]]);
  });
});

describe("a mail that can’t be stored", () => {
  let by: StaffContext;
  beforeAll(async () => {
    by = await staffMember(database, "regular_admin");
  });
  beforeEach(() => database.query("delete from failed_mails"));
  afterEach(() => database.query("alter table case_messages drop constraint if exists no_mail"));
  const breakStorage = () =>
    database.query("alter table case_messages add constraint no_mail check (body <> 'Breaks') not valid");
  const mend = () => database.query("alter table case_messages drop constraint no_mail");
  const listed = () =>
    database.query<{ id: string; why: string; subject: string; body: string; application: string }>(
      "select id, why, subject, body, application_id as application from received_mails where state = 'unverified'",
    );
  const minutesLeft = async () =>
    (
      await database.query<{ minutes: number }>(
        "select ceil(extract(epoch from next_try_at - now()) / 60)::int as minutes from failed_mails",
      )
    ).map(({ minutes }) => minutes);
  const makeDue = () => database.query("update failed_mails set next_try_at = now()");
  /** A mail whose last try has failed, and its entry in the list. */
  async function setApart() {
    const { id, mail, texts } = await someCase();
    await breakStorage();
    await dovecot.add(mail("Breaks"));
    await read();
    await database.query("update failed_mails set next_try_at = now(), tries = $1", [mostTries - 1]);
    await read();
    const [entry] = await listed();
    return { id, texts, mailId: entry?.id ?? expect.fail("It is not in the list") };
  }

  test("[R-IN-14] holds up no other, is tried five times with growing pauses, and then waits for staff, unread", async () => {
    const { id, mail, texts } = await someCase();
    await breakStorage();
    await dovecot.add(mail("Breaks"));
    await dovecot.add(mail("The next"));
    const received = vi.spyOn(await import("../receive.server"), "receiveMail");
    for (const pause of [1, 5, 15, 60]) {
      await read();
      await read();
      expect([await minutesLeft(), await listed()]).toEqual([[pause], []]);
      await makeDue();
    }
    await read();
    expect(await listed()).toMatchObject([{ why: "not_stored", subject: "Breaks", body: "", application: id }]);
    await mend();
    await read();
    expect(received).toHaveBeenCalledTimes(1 + mostTries);
    expect([await texts(), await listed()]).toMatchObject([["The next"], [{ subject: "Breaks" }]]);
    expect(await dovecot.list()).toEqual([
      ["Breaks", false],
      ["The next", true],
    ]);
  });

  test("[R-IN-14] it goes on waiting for a try that works, and is stored then", async () => {
    const { mail, texts } = await someCase();
    await breakStorage();
    await dovecot.add(mail("Breaks"));
    await read();
    await mend();
    await makeDue();
    await read();
    expect([await texts(), await minutesLeft(), await dovecot.list()]).toEqual([["Breaks"], [], [["Breaks", true]]]);
  });

  test("[R-IN-14] Try again tries it once more: it stays in the list, or leaves it once it is stored", async () => {
    const { texts, mailId } = await setApart();
    const again = async () => {
      expect(await tryReceivedMailAgain(by, { mailId })).toEqual({ ok: true });
      expect((await listUnverified(1)).mails).toMatchObject([{ unsaved: "trying" }]);
      await read();
    };
    await again();
    expect((await listUnverified(1)).mails).toMatchObject([{ id: mailId, unsaved: "waiting" }]);
    await mend();
    await again();
    expect([await texts(), await listed(), await dovecot.list()]).toEqual([["Breaks"], [], [["Breaks", true]]]);
    expect(await minutesLeft()).toEqual([]);
  });

  test("[R-IN-14] Discard marks it as seen, and it is not tried again", async () => {
    const { texts, mailId } = await setApart();
    expect(await discardReceivedMail(by, { mailId })).toEqual({ ok: true });
    await mend();
    await read();
    await read();
    expect([await texts(), await listed(), await dovecot.list()]).toEqual([[], [], [["Breaks", true]]]);
    expect(await database.query("select from failed_mails")).toEqual([]);
  });

  test("[R-IN-14] there is nothing of it to put into a thread", async () => {
    const { mailId } = await setApart();
    expect(await putReceivedMail(by, { mailId, named: "yes" })).toMatchObject({ ok: false, reason: "invalid" });
    expect(await listed()).toHaveLength(1);
  });

  test("[R-IN-14] one that somebody deletes from the mailbox stays in the list, which says so", async () => {
    const { mailId } = await setApart();
    await empty("INBOX");
    await tryReceivedMailAgain(by, { mailId });
    await read();
    expect((await listUnverified(1)).mails).toMatchObject([{ id: mailId, unsaved: "gone" }]);
    expect(await tryReceivedMailAgain(by, { mailId })).toMatchObject({ ok: false, reason: "conflict" });
  });

  test("[R-IN-14] after 30 days nobody has decided about it, and it is tried anew", async () => {
    const { mailId } = await setApart();
    await database.query("delete from received_mails where id = $1", [mailId]);
    await read();
    expect([await minutesLeft(), await dovecot.list()]).toEqual([[1], [["Breaks", false]]]);
  });

  test("[R-IN-14] with other numbers in the mailbox it is tried from the beginning, and is in the list once", async () => {
    await setApart();
    await database.query("update failed_mails set key = replace(key, '/', '0/')");
    await read();
    expect([await minutesLeft(), await listed()]).toEqual([[1], []]);
  });

  test("[R-IN-14] of a mailbox that is no longer read the list says so", async () => {
    const { mailId } = await setApart();
    config.IMAP_URL = undefined;
    expect((await listUnverified(1)).mails).toMatchObject([{ unsaved: "former" }]);
    expect(await tryReceivedMailAgain(by, { mailId })).toMatchObject({ ok: false, reason: "conflict" });
  });
});

describe("a mailbox that can’t be read", () => {
  test.each([
    ["a wrong password", () => dovecot.url({ password: "wrong" }), /doesn’t accept user and password/],
    ["an unknown folder", () => dovecot.url({ folder: "Nowhere" }), /no folder “Nowhere”/],
    ["an unknown folder to move to", () => `${dovecot.url()}?move=Nowhere`, /no folder “Nowhere” to move mails to/],
    ["moving to the folder itself", () => `${dovecot.url()}?move=INBOX`, /“INBOX” is the folder that is read/],
    ["no server", () => dovecot.url({ port: 1 }), /127\.0\.0\.1:1 can’t be reached \(ECONNREFUSED\)/],
    [
      "an untrusted certificate",
      () => dovecot.url({ secure: true }),
      /can’t be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    ],
  ])("[R-IN-12] %s names IMAP_URL at the desk, and it recovers by itself", async (_, url, words) => {
    const { mail, texts } = await someCase();
    await dovecot.add(mail("Waits"));
    config.IMAP_URL = url();
    await read();
    await read();
    expect(await outages()).toEqual([["IMAP_URL", expect.stringMatching(words)]]);
    expect(JSON.stringify(await outages())).not.toMatch(/wrong|tide/);
    expect(await texts()).toEqual([]);
    config.IMAP_URL = dovecot.url();
    await read();
    expect([await outages(), await texts()]).toEqual([[], ["Waits"]]);
  });

  test("[R-IN-12] beyond this machine no password is sent without TLS", async () => {
    let received = "";
    const server: Server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.write("* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n");
      socket.on("data", (chunk) => {
        received += chunk;
        for (const [, tag, command] of `${chunk}`.matchAll(/^(\S+) (\S+)/gm))
          socket.write(`${command === "CAPABILITY" ? "* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n" : ""}${tag} OK done\r\n`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    // Every interface of this machine, and so not loopback alone.
    config.IMAP_URL = `imap://replies:secret@0.0.0.0:${port}/INBOX`;
    await read();
    server.close();
    expect(await outages()).toEqual([["IMAP_URL", expect.stringMatching(/doesn’t offer STARTTLS/)]]);
    expect(received).not.toMatch(/LOGIN|AUTHENTICATE|secret/i);
  });

  test("[R-IN-12] a connection that is lost amid the reading is an outage too, and nothing is lost", async () => {
    const { mail, texts } = await someCase();
    await dovecot.add(mail("After the outage"));
    const open = await import("./open-mailbox.server");
    const { openMailbox } = open;
    vi.spyOn(open, "openMailbox").mockImplementationOnce(async (settings) => {
      const opened = await openMailbox(settings);
      opened.client.close();
      return opened;
    });
    await read();
    expect(await outages()).toEqual([["IMAP_URL", expect.stringMatching(/doesn’t list|can’t be reached|was lost/)]]);
    await read();
    expect([await outages(), await texts()]).toEqual([[], ["After the outage"]]);
  });

  test("[R-IN-12] a renumbered folder is read further after a lost connection, not again from its beginning", async () => {
    const { mail } = await someCase();
    for (const text of ["First", "Second", "Third"]) await dovecot.add(mail(text));
    await read();
    await database.query("update mailboxes set uid_validity = uid_validity + 1");
    const [open, receiving] = [await import("./open-mailbox.server"), await import("../receive.server")];
    const { openMailbox } = open;
    let client: Awaited<ReturnType<typeof openMailbox>>["client"] | undefined;
    vi.spyOn(open, "openMailbox").mockImplementation(async (settings) => {
      const opened = await openMailbox(settings);
      client = opened.client;
      return opened;
    });
    const { receiveMail: receive } = receiving;
    let looked = 0;
    const received = vi.spyOn(receiving, "receiveMail").mockImplementation((...mail) => {
      looked += 1;
      if (looked === 2) client?.close();
      return receive(...mail);
    });
    await read();
    expect(await outages()).toEqual([["IMAP_URL", expect.any(String)]]);
    await read();
    expect(await Promise.all(received.mock.results.map(({ value }) => value))).toEqual(Array(4).fill("again"));
    expect(received.mock.calls.map(([bytes]) => /Subject: (\w+)/.exec(Buffer.from(bytes).toString())?.[1])).toEqual([
      "First",
      "Second",
      "Second",
      "Third",
    ]);
  });
});
