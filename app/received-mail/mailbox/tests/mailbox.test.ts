import { createServer, type Server } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { config } from "~/config.server";
import { locks } from "~/db/advisory-locks.server";
import { connect } from "~/db/connect.server";
import { outages, ReadMailbox, read } from "../../../../test/harness/in-process/read-mailbox";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { receiveMail } from "../../receive.server";
import { mailboxSettings } from "../open-mailbox.server";

const database = testDatabase();
const mailbox = new ReadMailbox(database);

describe("reading the mailbox", () => {
  test("[R-IN-12] unread mails are taken in order, marked seen and stay where they are", async () => {
    const { mail, texts } = await mailbox.someCase();
    for (const text of ["First", "Second"]) await mailbox.dovecot.add(mail(text));
    await read();
    expect(await texts()).toEqual(["First", "Second"]);
    expect(await mailbox.dovecot.list()).toEqual([
      ["First", true],
      ["Second", true],
    ]);
    await mailbox.dovecot.add(mail("Third"));
    await read();
    await read();
    expect(await texts()).toEqual(["First", "Second", "Third"]);
    expect(await outages()).toEqual([]);
  });

  test("[R-IN-12] with ?move a mail is moved, and one that others have marked as deleted is not removed", async () => {
    const { mail, texts } = await mailbox.someCase();
    const client = await mailbox.dovecot.client();
    await client.mailboxCreate("Taken mails");
    await mailbox.dovecot.add(mail("Of others"));
    await client.mailboxOpen("INBOX");
    await client.messageFlagsAdd("1", ["\\Deleted", "\\Seen"]);
    await client.logout();
    await mailbox.dovecot.add(mail("Moved"));
    config.IMAP_URL = `${mailbox.dovecot.url()}?move=Taken%20mails`;
    await read();
    expect(await texts()).toEqual(["Moved"]);
    expect(await mailbox.dovecot.list()).toEqual([["Of others", true]]);
    expect(await mailbox.dovecot.list("Taken mails")).toEqual([["Moved", true]]);
  });

  test("[R-IN-12] a mail that somebody has read in a mail program meanwhile is taken too", async () => {
    const { mail, texts } = await mailbox.someCase();
    await read();
    await mailbox.dovecot.add(mail("Read by a person"));
    const client = await mailbox.dovecot.client();
    await client.mailboxOpen("INBOX");
    await client.messageFlagsAdd("1:*", ["\\Seen"]);
    await client.logout();
    await read();
    expect(await texts()).toEqual(["Read by a person"]);
  });

  test("[R-IN-12] a changed UIDVALIDITY reads the folder again, without doubles", async () => {
    const { mail, texts } = await mailbox.someCase();
    const [first, second, third] = [mail("First"), mail("Second"), mail("Third")];
    const client = await mailbox.dovecot.client();
    await client.mailboxCreate("Replies");
    config.IMAP_URL = mailbox.dovecot.url({ folder: "Replies" });
    for (const one of [first, second]) await mailbox.dovecot.add(one, "Replies");
    await read();
    const validity = async () =>
      (await database.query<{ v: string }>("select uid_validity as v from mailboxes where name like '%Replies'"))[0]?.v;
    const before = await validity();
    await client.mailboxDelete("Replies");
    await client.mailboxCreate("Replies");
    for (const one of [third, first, second]) await mailbox.dovecot.add(one, "Replies");
    await client.mailboxOpen("Replies");
    await client.messageFlagsAdd("1:*", ["\\Seen"]);
    await client.logout();
    await read();
    expect(await validity()).not.toBe(before);
    expect(await texts()).toEqual(["First", "Second", "Third"]);
  });

  test("[R-IN-11] a mail that the webhook has brought already is only marked seen", async () => {
    const { mail, texts } = await mailbox.someCase();
    const bytes = mail("Both ways");
    await mailbox.dovecot.add(`Received: from mx.mail.test\r\n${bytes}`);
    expect(await receiveMail(Buffer.from(bytes), "webhook")).toBe("taken");
    await read();
    expect(await texts()).toEqual(["Both ways"]);
    expect(await mailbox.dovecot.list()).toEqual([["Both ways", true]]);
  });

  test("[R-IN-11] [R-IN-12] while one instance reads another doesn’t, and two at once take each mail once", async () => {
    const { mail, texts } = await mailbox.someCase();
    for (const text of ["One", "Two", "Three"]) await mailbox.dovecot.add(mail(text));
    const other = await connect("another instance");
    await other.query("select pg_advisory_lock($1)", [locks.mailbox]);
    await read();
    expect(await mailbox.dovecot.list()).toEqual(["One", "Two", "Three"].map((text) => [text, false]));
    await other.end();
    await Promise.all([read(), read(), read()]);
    await read();
    expect(await texts()).toEqual(["One", "Two", "Three"]);
    expect((await mailbox.dovecot.list()).every(([, seen]) => seen)).toBe(true);
  });

  test("[R-IN-11] [R-IN-12] a mail that was seen more than a year ago is not taken again by a look at all of the folder", async () => {
    const { mail, texts } = await mailbox.someCase();
    const yearsAgo = new Date(Date.now() - 400 * 86_400_000);
    const client = await mailbox.dovecot.client();
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
    const { mail, texts } = await mailbox.someCase();
    await database.query(
      `insert into received_mails (state, why, sender, subject, body)
       select 'unverified', 'no_token', 'x@mail.test', '', '' from generate_series(1, 1000)`,
    );
    await mailbox.dovecot.add(mail("Unproven", "eve@mail.test"));
    await mailbox.dovecot.add(mail("Proven"));
    const state = () => database.query("select waiting from mailboxes");
    for (const look of ["first", "second"]) {
      await read();
      expect(await texts(), look).toEqual(["Proven"]);
      expect(await state(), look).toEqual([{ waiting: 1 }]);
    }
    expect(await mailbox.dovecot.list()).toEqual([
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
    const { mail } = await mailbox.someCase();
    await database.query(
      `insert into received_mails (state, why, sender, subject, body)
       select 'unverified', 'no_token', 'x@mail.test', '', '' from generate_series(1, 1000)`,
    );
    for (const text of ["First", "Second", "Third", "Fourth"]) await mailbox.dovecot.add(mail(text, "eve@mail.test"));
    await read();
    await database.query("delete from received_mails where id in (select id from received_mails limit 1)");
    const received = vi.spyOn(await import("../../receive.server"), "receiveMail");
    await read();
    expect(await Promise.all(received.mock.results.map(({ value }) => value))).toEqual(["taken", "full"]);
    expect(await database.query("select waiting from mailboxes")).toEqual([{ waiting: 3 }]);
  });

  test("[R-IN-10] of a mail of more than 25 MB only the headers are read", async () => {
    const { mail } = await mailbox.someCase();
    await mailbox.dovecot.add(mail("Huge") + `${"x".repeat(76)}\r\n`.repeat(340_000));
    await read();
    expect(await database.query("select subject, why, body from received_mails")).toEqual([
      { subject: "Huge", why: "too_large", body: "" },
    ]);
    expect(await mailbox.dovecot.list()).toEqual([["Huge", true]]);
  });
});

describe("a mailbox that can’t be read", () => {
  test.each([
    ["a wrong password", () => mailbox.dovecot.url({ password: "wrong" }), /doesn’t accept user and password/],
    ["an unknown folder", () => mailbox.dovecot.url({ folder: "Nowhere" }), /no folder “Nowhere”/],
    [
      "an unknown folder to move to",
      () => `${mailbox.dovecot.url()}?move=Nowhere`,
      /no folder “Nowhere” to move mails to/,
    ],
    ["moving to the folder itself", () => `${mailbox.dovecot.url()}?move=INBOX`, /“INBOX” is the folder that is read/],
    ["no server", () => mailbox.dovecot.url({ port: 1 }), /127\.0\.0\.1:1 can’t be reached \(ECONNREFUSED\)/],
    [
      "an untrusted certificate",
      () => mailbox.dovecot.url({ secure: true }),
      /can’t be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    ],
  ])("[R-IN-12] %s names IMAP_URL at the desk, and it recovers by itself", async (_, url, words) => {
    const { mail, texts } = await mailbox.someCase();
    await mailbox.dovecot.add(mail("Waits"));
    config.IMAP_URL = url();
    await read();
    await read();
    expect(await outages()).toEqual([["IMAP_URL", expect.stringMatching(words)]]);
    expect(JSON.stringify(await outages())).not.toMatch(/wrong|tide/);
    expect(await texts()).toEqual([]);
    config.IMAP_URL = mailbox.dovecot.url();
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
    const { mail, texts } = await mailbox.someCase();
    await mailbox.dovecot.add(mail("After the outage"));
    const open = await import("../open-mailbox.server");
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
    const { mail } = await mailbox.someCase();
    for (const text of ["First", "Second", "Third"]) await mailbox.dovecot.add(mail(text));
    await read();
    await database.query("update mailboxes set uid_validity = uid_validity + 1");
    const [open, receiving] = [await import("../open-mailbox.server"), await import("../../receive.server")];
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
