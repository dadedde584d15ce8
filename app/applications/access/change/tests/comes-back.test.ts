import { describe, expect, test } from "vitest";
import { comesBack } from "~/mail/current-recipient.server";
import { draftOf } from "../../../../../test/harness/in-process/draft";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { emailStateOf } from "../../email-state.server";

const database = testDatabase();

type Mail = { to?: string; status?: string; bounced?: string; delivered?: string; sent?: string };
/** A mail of an application; times are how long ago. */
async function mailed(draft: { id: string; email: string }, { to = draft.email, status = "sent", ...ago }: Mail) {
  await database.query(
    `insert into email_notifications (recipient_email, subject, email_type, template_name, status, application_id, message_id, bounced_at, delivered_at, sent_at)
     values ($1, 'x', 'resume_link', 'x', $2::mail_status, $3, gen_random_uuid(), now() - $4::interval, now() - $5::interval, now() - $6::interval)`,
    [to, status, draft.id, ago.bounced ?? null, ago.delivered ?? null, ago.sent ?? null],
  );
}
const bounced = { status: "failed", bounced: "2 hours", sent: "3 hours" };
const back = async (draft: { id: string; email: string }, confirmed: Date | null = null) =>
  comesBack(draft.id, draft.email.toUpperCase(), confirmed);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

describe("bouncing mails to the current email", () => {
  test("[N-EMAIL-14] an email counts as bouncing after a permanent bounce, but not after a failure of our own", async () => {
    const draft = await draftOf(database);
    expect(await back(draft)).toBe(false);
    await mailed(draft, { status: "failed", sent: "1 hour" });
    expect(await back(draft), "given up for a reason of ours").toBe(false);
    await mailed(draft, bounced);
    expect(await back(draft)).toBe(true);
    const row = { id: draft.id, userEmail: draft.email, emailConfirmedAt: null };
    expect(await emailStateOf(row)).toMatchObject({ comesBack: true });
    expect(await emailStateOf({ ...row, userEmail: "other@mail.example" })).toMatchObject({ comesBack: false });
    expect(await emailStateOf({ ...row, userEmail: "" })).toMatchObject({ comesBack: false });
  });

  test.each([
    ["was delivered since", { status: "delivered", delivered: "1 hour", sent: "1 hour" }, false],
    ["was delivered before", { status: "delivered", delivered: "5 hours", sent: "5 hours" }, true],
    ["was only just taken by the server", { sent: "1 hour" }, true],
    ["bounced as well", { status: "failed", bounced: "1 hour", sent: "1 hour" }, true],
  ])("[N-EMAIL-14] a bounced email is judged by its next mail, which %s", async (_, later, isBouncing) => {
    const draft = await draftOf(database);
    await mailed(draft, bounced);
    await mailed(draft, later);
    expect(await back(draft)).toBe(isBouncing);
  });

  test("[N-EMAIL-14] an email stops bouncing once a mail was accepted a day ago or a link was followed since", async () => {
    const draft = await draftOf(database);
    await mailed(draft, { ...bounced, bounced: "3 days" });
    await mailed(draft, { sent: "23 hours" });
    expect(await back(draft)).toBe(true);
    await mailed(draft, { sent: "25 hours" });
    expect(await back(draft)).toBe(false);
    const otherDraft = await draftOf(database);
    await mailed(otherDraft, bounced);
    expect([await back(otherDraft, hoursAgo(3)), await back(otherDraft, hoursAgo(1))]).toEqual([true, false]);
  });

  test("[N-EMAIL-14] bounces of another application's mails don't count", async () => {
    const [draft, otherDraft] = [await draftOf(database), await draftOf(database)];
    await mailed(otherDraft, { ...bounced, to: draft.email });
    expect(await back(draft)).toBe(false);
  });
});
