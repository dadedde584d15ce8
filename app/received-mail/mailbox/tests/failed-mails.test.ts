import { ImapFlow } from "imapflow";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { config } from "~/config.server";
import { ReadMailbox, read } from "../../../../test/harness/in-process/read-mailbox";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { discardReceivedMail, putReceivedMail, tryReceivedMailAgain } from "../../desk/decide.server";
import { listUnverified } from "../../desk/unverified.server";
import { mostTries } from "../../failed-mails.server";

const database = testDatabase();
const mailbox = new ReadMailbox(database);

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
    const { id, mail, texts } = await mailbox.someCase();
    await breakStorage();
    await mailbox.dovecot.add(mail("Breaks"));
    await read();
    await database.query("update failed_mails set next_try_at = now(), tries = $1", [mostTries - 1]);
    await read();
    const [entry] = await listed();
    return { id, texts, mailId: entry?.id ?? expect.fail("It is not in the list") };
  }

  test("[R-IN-14] holds up no other, is tried five times with growing pauses, and then waits for staff, unread", async () => {
    const { id, mail, texts } = await mailbox.someCase();
    await breakStorage();
    await mailbox.dovecot.add(mail("Breaks"));
    await mailbox.dovecot.add(mail("The next"));
    const received = vi.spyOn(await import("../../receive.server"), "receiveMail");
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
    expect(await mailbox.dovecot.list()).toEqual([
      ["Breaks", false],
      ["The next", true],
    ]);
  });

  test("[R-IN-14] it waits for a try that works, and is stored then", async () => {
    const { mail, texts } = await mailbox.someCase();
    await breakStorage();
    await mailbox.dovecot.add(mail("Breaks"));
    await read();
    await mend();
    await makeDue();
    await read();
    expect([await texts(), await minutesLeft(), await mailbox.dovecot.list()]).toEqual([
      ["Breaks"],
      [],
      [["Breaks", true]],
    ]);
  });

  test("[R-IN-14] Try again has it tried: it stays in the list, or leaves it once it is stored", async () => {
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
    expect([await texts(), await listed(), await mailbox.dovecot.list()]).toEqual([["Breaks"], [], [["Breaks", true]]]);
    expect(await minutesLeft()).toEqual([]);
  });

  test("[R-IN-14] once stored it leaves the list, even if the mail server then fails to mark it as seen", async () => {
    const { texts, mailId } = await setApart();
    await mend();
    await tryReceivedMailAgain(by, { mailId });
    const mark = vi.spyOn(ImapFlow.prototype, "messageFlagsAdd").mockResolvedValueOnce(false);
    await read();
    expect(mark).toHaveBeenCalledOnce();
    expect([await texts(), await listed(), await minutesLeft()]).toEqual([["Breaks"], [], []]);
    await read();
    expect([await texts(), await mailbox.dovecot.list()]).toEqual([["Breaks"], [["Breaks", true]]]);
  });

  test("[R-IN-14] one that can’t be shown to staff either waits an hour for its next try", async () => {
    const { mail } = await mailbox.someCase();
    await breakStorage();
    await mailbox.dovecot.add(mail("Breaks"));
    await read();
    await database.query("update failed_mails set next_try_at = now(), tries = $1", [mostTries - 1]);
    await database.query("alter table received_mails add constraint no_entry check (why <> 'not_stored') not valid");
    await read();
    await database.query("alter table received_mails drop constraint no_entry");
    expect([await minutesLeft(), await listed()]).toEqual([[60], []]);
  });

  test("[R-IN-14] Discard marks it as seen, and it is not tried again", async () => {
    const { texts, mailId } = await setApart();
    expect(await discardReceivedMail(by, { mailId })).toEqual({ ok: true });
    await mend();
    await read();
    await read();
    expect([await texts(), await listed(), await mailbox.dovecot.list()]).toEqual([[], [], [["Breaks", true]]]);
    expect(await database.query("select from failed_mails")).toEqual([]);
  });

  test("[R-IN-14] there is nothing of it to put into a thread", async () => {
    const { mailId } = await setApart();
    expect(await putReceivedMail(by, { mailId, named: "yes" })).toMatchObject({ ok: false, reason: "invalid" });
    expect(await listed()).toHaveLength(1);
  });

  test("[R-IN-14] one that somebody deletes from the mailbox stays in the list, which says so", async () => {
    const { mailId } = await setApart();
    await mailbox.empty("INBOX");
    await tryReceivedMailAgain(by, { mailId });
    await read();
    expect((await listUnverified(1)).mails).toMatchObject([{ id: mailId, unsaved: "gone" }]);
    expect(await tryReceivedMailAgain(by, { mailId })).toMatchObject({ ok: false, reason: "conflict" });
  });

  test("[R-IN-14] after 30 days nobody has decided about it, and it is tried again from the start", async () => {
    const { mailId } = await setApart();
    await database.query("delete from received_mails where id = $1", [mailId]);
    await read();
    expect([await minutesLeft(), await mailbox.dovecot.list()]).toEqual([[1], [["Breaks", false]]]);
  });

  test("[R-IN-14] with other numbers in the mailbox it is tried from the beginning, and is in the list once", async () => {
    await setApart();
    await database.query("update failed_mails set key = replace(key, '/', '0/')");
    await read();
    expect([await minutesLeft(), await listed()]).toEqual([[1], []]);
  });

  test("[R-IN-14] with other numbers in the mailbox one that was deleted there stays in the list", async () => {
    const { mailId } = await setApart();
    await mailbox.empty("INBOX");
    await tryReceivedMailAgain(by, { mailId });
    await read();
    await database.query("update failed_mails set key = replace(key, '/', '0/')");
    await read();
    expect((await listUnverified(1)).mails).toMatchObject([{ id: mailId, unsaved: "gone" }]);
  });

  test("[R-IN-14] of a mailbox that is no longer read the list says so", async () => {
    const { mailId } = await setApart();
    config.IMAP_URL = undefined;
    expect((await listUnverified(1)).mails).toMatchObject([{ unsaved: "former" }]);
    expect(await tryReceivedMailAgain(by, { mailId })).toMatchObject({ ok: false, reason: "conflict" });
  });
});
