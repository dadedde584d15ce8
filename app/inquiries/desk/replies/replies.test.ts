import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { readOpenOffer } from "~/accounts/undo/open-offer.server";
import { undo } from "~/accounts/undo/undo.server";
import { saveReply } from "~/content/replies/replies.server";
import { inquiryRow, insertInquiries } from "../../../../test/harness/desk/inquiry-rows";
import { letUndoPass } from "../../../../test/harness/desk/undo";
import { recordOf, withoutChange } from "../../../../test/harness/desk/verbs";
import { pendingMail } from "../../../../test/harness/in-process/pending-mail";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { deleteInquiry } from "../delete-inquiry.server";
import { readInquiry } from "../detail.server";
import { registerInquiryUndo } from "../undo.server";
import { recordAnswer } from "./record-answer.server";
import { sendReply } from "./send-reply.server";
import { sendReplyAgain } from "./send-reply-again.server";
import { readThread } from "./thread.server";

const database = testDatabase();
let by: StaffContext;
let otherAdmin: StaffContext;
let id: string;

beforeAll(async () => {
  registerInquiryUndo();
  by = await staffMember(database, "regular_admin");
  otherAdmin = await staffMember(database, "super_admin");
  await database.query("update admin_users set name = 'Anika Thompson' where email = $1", [by.staff.email]);
});
beforeEach(async () => {
  await database.query("delete from email_notifications");
  await database.query("delete from undo_offers");
  await database.query("delete from visa_inquiries");
  await database.query("delete from saved_replies");
  await insertInquiries(database, 1, 1);
  id = (await database.query<{ id: string }>("select id from visa_inquiries"))[0]?.id ?? "";
});

const reply = (text: string, more: object = {}, as = by) =>
  sendReply(as, { inquiryId: id, reply: crypto.randomUUID(), text, ...more });
const mails = () =>
  database.query<{ id: string; recipient_email: string; template_data: Record<string, string> }>(
    "select id, recipient_email, template_data from email_notifications where email_type = 'inquiry_reply' order by created_at",
  );
const row = async () => (await inquiryRow(database, id)) ?? {};
async function thread(as = by) {
  const found = await readInquiry(id);
  if (!found) throw new Error("There is no inquiry");
  return readThread(found.inquiry, as.staff);
}

describe("a reply", () => {
  test("[K-REPLY-1, K-REPLY-2] a reply appears in the thread with author and time, and is sent as one mail with the reference", async () => {
    expect(await reply("  Yes,\r\nin ten days. ")).toEqual({ ok: true });
    const { answers } = await thread(otherAdmin);
    expect(answers).toMatchObject([
      { kind: "mail", body: "Yes,\nin ten days.", by: "Anika Thompson", mail: { status: "pending" } },
    ]);
    expect(Math.abs(Date.now() - (answers[0]?.saidAt.getTime() ?? 0))).toBeLessThan(60_000);
    expect(await mails()).toMatchObject([
      {
        recipient_email: "person1@mail.example",
        template_data: { reply: "Yes,\nin ten days.", reference_number: id.slice(0, 12).toUpperCase() },
      },
    ]);
    expect((await row()).answered_at).toEqual(answers[0]?.saidAt);
    expect(JSON.stringify(await recordOf(database, id))).not.toContain("ten days");
  });

  test("[K-UNDO-3, A-INQ-17] a reply of an inquiry deleted before sending is not sent, and nothing of it is stored", async () => {
    await reply("Yes, in ten days.");
    expect(await deleteInquiry(by, { inquiryId: id })).toEqual({ ok: true });
    expect(await mails()).toEqual([]);
    expect(await database.query("select 1 from undo_offers")).toEqual([]);
  });

  test("[A-INQ-17] a reply sent before its inquiry was deleted stays in the log, and a queued confirmation is still sent", async () => {
    await reply("Yes, in ten days.");
    await letUndoPass(database);
    await database.query("update email_notifications set status = 'sent', sent_at = now()");
    const to = "ana@mail.example";
    const confirmation = await pendingMail(database, "contact_confirmation", to, { contact_inquiry_id: id });
    await deleteInquiry(by, { inquiryId: id });
    expect(await mails()).toHaveLength(1);
    expect(await confirmation()).toEqual([{ to, status: "pending" }]);
  });

  test("[K-REPLY-1] a reply has 1 to 5,000 characters", async () => {
    for (const text of ["", " \n ", "x".repeat(5001)])
      expect(await withoutChange(database, () => reply(text))).toMatchObject({
        reason: "invalid",
        message: "Write a reply of at most 5,000 characters.",
      });
    expect(await reply("x".repeat(5000))).toEqual({ ok: true });
  });

  test("[K-REPLY-2] sending the same key twice, at once or later, is one reply and one mail", async () => {
    const attempt = crypto.randomUUID();
    const send = () => reply("Once.", { reply: attempt });
    expect(await Promise.all([send(), send()])).toEqual([{ ok: true }, { ok: true }]);
    expect(await withoutChange(database, send)).toEqual({ ok: true });
    expect([(await thread()).answers.length, (await mails()).length]).toEqual([1, 1]);
  });

  test("[K-REPLY-2] a different text under a used key is refused and kept in the form", async () => {
    const attempt = crypto.randomUUID();
    await reply("First.", { reply: attempt });
    const second = () => reply("Second.", { reply: attempt });
    expect(await withoutChange(database, second)).toMatchObject({
      reason: "conflict",
      message: expect.stringContaining("A different reply was already sent from this form"),
    });
  });

  test("[K-REPLY-2] a failed delivery is shown at the reply and sent again once, however often that is requested", async () => {
    await reply("Hello.");
    await database.query("update email_notifications set status = 'failed', error_message = '550 No such person'");
    const [answer] = (await thread()).answers;
    expect(answer?.mail).toMatchObject({ status: "failed", errorMessage: "550 No such person" });
    const again = { inquiryId: id, reply: answer?.id, mail: answer?.mail?.id };
    expect(await Promise.all([sendReplyAgain(by, again), sendReplyAgain(otherAdmin, again)])).toEqual([
      { ok: true },
      { ok: true },
    ]);
    expect(await mails()).toHaveLength(2);
    expect((await thread()).answers.map(({ mail }) => mail?.status)).toEqual(["pending"]);
  });

  test("[K-REPLY-3] if checked, a reply sets the status to Contacted in its transaction, otherwise the status stays", async () => {
    await reply("Hello.");
    expect(await row()).toMatchObject({ status: "new" });
    await reply("Hello again.", { contacted: "yes", seen: "new" });
    expect(await row()).toMatchObject({ status: "contacted" });
    expect((await recordOf(database, id)).map(({ what }) => what)).toContain("inquiry_status_updated");
  });

  test("[K-REPLY-3] a reply doesn't revert a status that another admin has set meanwhile", async () => {
    await database.query("update visa_inquiries set status = 'converted'");
    expect(await withoutChange(database, () => reply("Hello.", { contacted: "yes", seen: "new" }))).toMatchObject({
      reason: "conflict",
    });
    expect(await reply("Hello.", { seen: "new" })).toEqual({ ok: true });
    expect(await row()).toMatchObject({ status: "converted" });
  });

  test("[K-REPLY-4] a saved reply is filled in, and a missing fact stays a placeholder that can't be sent", async () => {
    const body = "[name], [service], [travel date], [reference], [sender], [Sic]";
    await saveReply(by, { reply: crypto.randomUUID(), title: "All", body });
    const filled = async () => (await thread()).replies[0]?.text;
    const reference = id.slice(0, 12).toUpperCase();
    expect(await filled()).toBe(`Person 1, Canadian eTA, August 20, 2027, ${reference}, Anika Thompson, [Sic]`);
    await database.query("update visa_inquiries set travel_date = null");
    expect(await filled()).toBe(`Person 1, Canadian eTA, [travel date], ${reference}, Anika Thompson, [Sic]`);
    expect(await withoutChange(database, async () => reply((await filled()) ?? ""))).toMatchObject({
      reason: "invalid",
      message: "There is still a gap in your reply: [travel date].",
    });
    expect(await reply("In August, [Sic].")).toEqual({ ok: true });
  });

  test("[K-REPLY-6] a reply to an inquiry without an email is refused", async () => {
    await database.query("update visa_inquiries set email = '', phone = '+1 242 555 0102'");
    expect(await withoutChange(database, () => reply("Hello."))).toMatchObject({
      message: "There is no email address. Call +1 242 555 0102.",
    });
  });
});

describe("an undone reply", () => {
  const undoIt = async () => undo(by, { offer: (await readOpenOffer(by.staff))?.id });

  test("[K-UNDO-1, K-UNDO-3] undoing removes the reply from the thread and its mail from the list, restores the status, and returns the text to the form", async () => {
    await reply("Too soon.", { contacted: "yes", seen: "new" });
    expect(await readOpenOffer(by.staff)).toMatchObject({ words: "The reply to Person 1 is sent." });
    expect(await undoIt()).toEqual({ ok: true });
    expect(await row()).toMatchObject({ status: "new", answered_at: null });
    const shown = await thread();
    expect(shown.answers).toEqual([]);
    expect(shown.takenBack).toMatchObject({ text: "Too soon." });
    expect((await thread(otherAdmin)).takenBack).toBeNull();
    expect((await mails()).length).toBe(0);
    expect((await recordOf(database, id)).at(-1)).toMatchObject({ what: "inquiry_reply_undone" });
  });

  test("[K-UNDO-1] the returned text is gone once it was sent again", async () => {
    await reply("Too soon.");
    await undoIt();
    await reply("In time.");
    const { answers, takenBack } = await thread();
    expect([answers.map(({ body }) => body), takenBack]).toEqual([["In time."], null]);
  });

  test("[K-UNDO-4] a reply can't be undone after another admin has set another status", async () => {
    await reply("Too soon.", { contacted: "yes", seen: "new" });
    await database.query("update visa_inquiries set status = 'qualified'");
    expect(await undoIt()).toMatchObject({ ok: false, reason: "conflict" });
    expect((await thread()).answers).toHaveLength(1);
  });
});

describe("an answer recorded by staff", () => {
  const record = (more: object = {}) =>
    recordAnswer(by, {
      ...{ inquiryId: id, answer: crypto.randomUUID(), said: "She comes on Monday.", way: "Phone" },
      ...{ day: "2026-11-02", time: "10:30", by: otherAdmin.staff.adminId, contacted: "yes", seen: "new", ...more },
    });

  test("[K-REPLY-6] a recorded answer stores what was said, when and by whom, counts as an answer and sends nothing", async () => {
    expect(await record()).toEqual({ ok: true });
    const instant = new Date("2026-11-02T15:30:00Z");
    expect((await thread()).answers).toMatchObject([
      {
        kind: "answer",
        body: "She comes on Monday.",
        way: "Phone",
        saidAt: instant,
        by: otherAdmin.staff.email,
        mail: null,
      },
    ]);
    expect(await row()).toMatchObject({ answered_at: instant, status: "contacted" });
    expect(await database.query("select 1 from email_notifications")).toEqual([]);
  });

  test("[K-REPLY-6] the earliest answer counts as the first, whichever was recorded first", async () => {
    await reply("Hello.");
    await record();
    expect(await row()).toMatchObject({ answered_at: new Date("2026-11-02T15:30:00Z") });
  });

  test("[K-REPLY-6] problems are shown at their fields, and nothing is stored", async () => {
    const wrong = async (more: object) => {
      const refused = await withoutChange(database, () => record(more));
      return "detail" in refused ? refused.detail : undefined;
    };
    expect(await wrong({ said: " " })).toEqual({ said: "Enter what was said, in up to 5,000 characters." });
    expect(await wrong({ day: "2026-02-30", time: "25:00", way: "Pigeon" })).toEqual({
      ...{ day: "Choose a date.", time: "Choose a time.", way: "Choose how it was said." },
    });
    expect(await wrong({ day: "2199-01-01" })).toEqual({
      time: "That time is in the future. Choose when you spoke.",
    });
    expect(await wrong({ day: "2026-10-30" })).toMatchObject({
      time: expect.stringContaining("arrived on Nov 1, 2026"),
    });
    await database.query("update admin_users set is_active = false where id = $1", [otherAdmin.staff.adminId]);
    expect(await wrong({})).toEqual({ by: "This person no longer works at the desk. Choose someone else." });
    await database.query("update admin_users set is_active = true where id = $1", [otherAdmin.staff.adminId]);
  });
});
