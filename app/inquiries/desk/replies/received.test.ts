import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { readOpenOffer } from "~/accounts/undo/open-offer.server";
import { undo } from "~/accounts/undo/undo.server";
import { nassauClock, nassauDay } from "~/core/time";
import { readReplies } from "~/desk/today/read-inquiries.server";
import { readInquiry } from "~/inquiries/desk/detail.server";
import { listInquiries } from "~/inquiries/desk/list.server";
import { mailIntoInquiry } from "../../../../test/harness/in-process/received-mails";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { newInquiry } from "../../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { countMatching, readInquiryFilters } from "../list/filters.server";
import { registerInquiryUndo } from "../undo.server";
import { mailsNeedNoAnswer } from "./needs-no-answer.server";
import { recordAnswer } from "./record-answer.server";
import { sendReply } from "./send-reply.server";
import { readThread } from "./thread.server";

const database = testDatabase();
let by: StaffContext;
let id: string;

beforeAll(async () => {
  registerInquiryUndo();
  by = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("delete from visa_inquiries");
  id = await newInquiry();
  await reply("We need your passport.");
});

const reply = (text: string, more: object = {}) =>
  sendReply(by, { inquiryId: id, reply: crypto.randomUUID(), text, ...more });
async function thread() {
  const found = await readInquiry(id);
  if (!found) throw new Error("There is no inquiry");
  return readThread(found.inquiry, by.staff);
}
const today = () => readReplies(by.staff.adminId);
async function listed() {
  const filters = readInquiryFilters(new URLSearchParams({ unanswered: "reply" }), by.staff.adminId);
  return [await countMatching(filters), (await listInquiries(filters)).rows.map((row) => row.id)];
}

describe("an email that waits in an inquiry", () => {
  test("[R-IN-5] Today and its list have the inquiry until staff answer", async () => {
    expect([(await today()).count, await listed()]).toEqual([0, [0, []]]);
    await mailIntoInquiry(id, { body: "Here it is." });
    await mailIntoInquiry(id, { body: "And one more." });
    expect(await today()).toMatchObject({ count: 1, lines: [{ to: `/admin/inquiries/${id}`, says: /wrote again/ }] });
    expect(await listed()).toEqual([1, [id]]);
    await reply("Thank you.", { seenMail: (await thread()).waiting });
    expect([(await today()).count, await listed(), (await thread()).waiting]).toEqual([0, [0, []], null]);
  });

  test("[R-IN-5] it stands in the thread in order, with the answers", async () => {
    await mailIntoInquiry(id, { body: "Here it is." });
    const { received, waiting } = await thread();
    expect(received).toMatchObject([{ id: waiting, body: "Here it is.", isAnswered: false }]);
  });

  test("[R-IN-5] No answer needed ends it, is recorded and mails nobody", async () => {
    await mailIntoInquiry(id);
    const mails = await database.query("select id from email_notifications");
    const { waiting } = await thread();
    for (let again = 0; again < 2; again++)
      expect(await mailsNeedNoAnswer(by, { inquiryId: id, seenMail: waiting })).toEqual({ ok: true });
    expect([(await today()).count, (await thread()).waiting]).toEqual([0, null]);
    expect(await database.query("select id from email_notifications")).toEqual(mails);
    expect(
      await database.query(
        "select admin_email, details from admin_activity_log where subject_id = $1 and action_type = 'inquiry_needs_no_answer'",
        [id],
      ),
    ).toEqual([{ admin_email: by.staff.email, details: { emails: 1 } }]);
  });

  test("[R-IN-5] one that came after the page was opened waits on", async () => {
    await mailIntoInquiry(id, { body: "first" });
    const { waiting } = await thread();
    await mailIntoInquiry(id, { body: "second" });
    await reply("To the first.", { seenMail: waiting });
    expect((await thread()).received.map(({ body, isAnswered }) => [body, isAnswered])).toEqual([
      ["first", true],
      ["second", false],
    ]);
    await mailsNeedNoAnswer(by, { inquiryId: id, seenMail: waiting });
    await reply("From a page without emails.", { seenMail: "" });
    expect((await today()).count).toBe(1);
  });

  test("[R-IN-5, K-UNDO-3] an undone reply leaves it waiting again", async () => {
    await mailIntoInquiry(id);
    await reply("Too fast.", { seenMail: (await thread()).waiting });
    const offer = await readOpenOffer(by.staff);
    expect(await undo(by, { offer: offer?.id })).toMatchObject({ ok: true });
    expect((await today()).count).toBe(1);
  });

  test("[R-IN-5, K-REPLY-6] an answer recorded by hand ends what came before it", async () => {
    await mailIntoInquiry(id, { body: "before" });
    const answer = { inquiryId: id, said: "We talked.", way: "Phone", by: by.staff.adminId, day: nassauDay() };
    const time = nassauClock(new Date());
    expect(await recordAnswer(by, { ...answer, answer: crypto.randomUUID(), time })).toEqual({ ok: true });
    expect((await today()).count).toBe(0);
    await database.query("update received_mails set received_at = now() + interval '5 minutes', answered_at = null");
    expect(await recordAnswer(by, { ...answer, answer: crypto.randomUUID(), time })).toEqual({ ok: true });
    expect((await today()).count).toBe(1);
  });

  test("[R-IN-5] an inquiry with another person's email is counted once with those answered before", async () => {
    const another = await newInquiry();
    await database.query("update visa_inquiries set answered_at = now() - interval '1 day' where id = $1", [id]);
    await database.query("update visa_inquiries set email = 'nadege@mail.example'");
    expect((await today()).lines.map((line) => line.id)).toEqual([another]);
    await mailIntoInquiry(another);
    await mailIntoInquiry(id);
    expect(await today()).toMatchObject({ count: 2 });
    expect((await listed())[0]).toBe(2);
  });
});

test("[R-IN-5] a received email begins the inquiry's period of retention again", async () => {
  await database.query("update visa_inquiries set created_at = now() - interval '3 years', updated_at = null");
  await mailIntoInquiry(id);
  const [row] = await database.query<{ recent: boolean }>(
    "select updated_at > now() - interval '1 minute' as recent from visa_inquiries where id = $1",
    [id],
  );
  expect(row?.recent).toBe(true);
});
