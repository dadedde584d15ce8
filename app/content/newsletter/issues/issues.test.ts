import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { makeLinks } from "~/mail/links/make-links.server";
import { rememberAddress } from "~/mail/links/private-links.server";
import { runJob } from "../../../../test/harness/in-process/jobs";
import { pendingMail } from "../../../../test/harness/in-process/pending-mail";
import { lastRecord, leaveStale, staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { removeSubscriber } from "../desk/remove-subscriber.server";
import {
  countSubscribers,
  exportSubscribers,
  listSubscribers,
  readSubscriberFilters,
} from "../desk/subscribers.server";
import { readIssue, readProgress } from "./read-issues.server";
import { registerNewsletter, sendBatchJob } from "./send-batches.server";
import { continueIssue, sendIssue, sendTest, stopIssue } from "./send-issue.server";

registerNewsletter();
const database = testDatabase();
let superAdmin: StaffContext;
let regular: StaffContext;
let post = "";
beforeAll(async () => {
  superAdmin = await staffMember(database);
  regular = await staffMember(database, "regular_admin");
  rememberAddress("https://lucaya.example");
});
beforeEach(async () => {
  for (const table of ["newsletter_issues", "newsletter_subscribers", "email_notifications", "blog_posts"])
    await database.query(`delete from ${table}`);
  post = await written();
});

async function written({ published = true, slug = "a-calm-month" } = {}) {
  const [row] = await database.query<{ id: string }>(
    `insert into blog_posts (slug, title, excerpt, content, category, author, published, published_at)
     values ($1, 'A calm month for e-visas', 'What changed.', E'First part.\\n\\nSecond part.', 'News', 'Ann', $2, now()) returning id`,
    [slug, published],
  );
  return row?.id ?? "";
}
/** Confirmed subscribers with the numbers `from` to `to`. */
const subscribe = (to: number, from = 1) =>
  database.query(
    "insert into newsletter_subscribers (email, confirmed_at) select 'r' || n || '@mail.test', now() from generate_series($1::int, $2::int) n",
    [from, to],
  );
const issueId = async () =>
  (await database.query<{ id: string }>("select id from newsletter_issues where post_id = $1", [post]))[0]?.id;
const batch = async () => runJob(sendBatchJob.name, { issueId: await issueId() });
/** The state after the outbox has sent them. */
const markSent = () => database.query("update email_notifications set status = 'sent', attempts = 1, sent_at = now()");
const mails = async () =>
  (
    await database.query<{ to: string }>(
      "select recipient_email as to from email_notifications where email_type = 'newsletter_issue'",
    )
  ).map(({ to }) => to);
const state = async () => (await readIssue(post))?.state;
const send = (by = superAdmin) => sendIssue(by, { post });

describe("sending a post as an issue", () => {
  test("[O-NEWS-3, O-NEWS-5] sending stops if the post is unpublished, and can continue once it is public again", async () => {
    await subscribe(130);
    await send();
    await batch();
    await markSent();
    await database.query("update blog_posts set published = false where id = $1", [post]);
    await batch();
    expect([(await mails()).length, await state()]).toEqual([100, "stopped"]);
    await database.query("update blog_posts set published = true where id = $1", [post]);
    expect(await continueIssue(superAdmin, { post })).toEqual({ ok: true, left: 30 });
    await batch();
    expect(await mails()).toHaveLength(130);
  });

  test("[O-NEWS-4] mails go out in batches of 100, each after the mails of the last batch were tried", async () => {
    await subscribe(230);
    expect(await send()).toEqual({ ok: true, left: 230 });
    expect(await lastRecord(database)).toMatchObject({ action: "newsletter_issue_started", details: { left: 230 } });
    await batch();
    expect(await mails()).toHaveLength(100);
    await batch();
    expect(await mails()).toHaveLength(100);
    await markSent();
    await batch();
    await markSent();
    await batch();
    await markSent();
    await batch();
    const sent = await mails();
    expect([sent.length, new Set(sent).size, await state()]).toEqual([230, 230, "done"]);
    expect(await lastRecord(database)).toMatchObject({
      action: "newsletter_issue_done",
      by: null,
      details: { had: 230 },
    });
  });

  test("[O-NEWS-4] two instances at once mail each subscriber once", async () => {
    await subscribe(150);
    await send();
    await Promise.all([batch(), batch(), batch()]);
    await markSent();
    await Promise.all([batch(), batch(), batch()]);
    const sent = await mails();
    expect([sent.length, new Set(sent).size]).toEqual([150, 150]);
  });

  test("[O-NEWS-4] only those subscribed at their batch's time get it, and sending again reaches only those who haven't had it", async () => {
    await subscribe(102);
    await database.query("update newsletter_subscribers set confirmed_at = null where email = 'r1@mail.test'");
    await send();
    await batch();
    await markSent();
    const [last] = await database.query<{ email: string }>(
      `update newsletter_subscribers s set unsubscribed_at = now() where confirmed_at is not null
         and not exists (select from newsletter_recipients r where r.subscriber_id = s.id) returning email`,
    );
    await batch();
    const sent = await mails();
    expect([sent.length, sent.includes("r1@mail.test"), sent.includes(last?.email ?? "")]).toEqual([100, false, false]);
    expect(await send()).toMatchObject({ ok: false, message: "All subscribers have already received this issue." });
    await subscribe(205, 203);
    expect(await readIssue(post)).toMatchObject({ left: 3, wasSent: true, state: "done" });
    expect(await send()).toEqual({ ok: true, left: 3 });
    await batch();
    expect(await mails()).toHaveLength(103);
  });

  test("[O-NEWS-3] only a super admin can send, only a published post, and never twice at once", async () => {
    await subscribe(2);
    const draft = await written({ published: false, slug: "a-draft" });
    expect(await sendIssue(superAdmin, { post: draft })).toMatchObject({
      ok: false,
      message: "This post isn’t public. Publish it first, then send it.",
    });
    const both = await Promise.all([send(), send()]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ message: "This issue is already being sent." });
  });

  test("[O-NEWS-5] Stop shows how many have received it and how many have not, and Go on sends to the rest", async () => {
    await subscribe(130);
    await send();
    await batch();
    expect(await stopIssue(superAdmin, { post })).toEqual({ ok: true, had: 100, left: 30 });
    await markSent();
    await batch();
    expect([(await mails()).length, await state()]).toEqual([100, "stopped"]);
    expect(await continueIssue(superAdmin, { post })).toEqual({ ok: true, left: 30 });
    await batch();
    expect(await mails()).toHaveLength(130);
  });

  test("[O-NEWS-3] a test goes only to the admin, marked as a test, at most 20 an hour", async () => {
    await subscribe(3);
    for (let n = 0; n < 20; n += 1) expect(await sendTest(superAdmin, { post })).toEqual({ ok: true });
    expect(await sendTest(superAdmin, { post })).toMatchObject({ ok: false, reason: "limited" });
    const sent = await database.query("select distinct recipient_email as to, subject from email_notifications");
    expect(sent).toEqual([{ to: superAdmin.staff.email, subject: "[Test] A calm month for e-visas" }]);
  });

  test("[O-NEWS-7] an issue counts what became of its mails, and who has unsubscribed since", async () => {
    await subscribe(6);
    await database.query("update newsletter_subscribers set unsubscribed_at = now() where email = 'r6@mail.test'");
    await send();
    await batch();
    const become = (status: string, n: number) =>
      database.query(
        "update email_notifications set status = $1::mail_status where id in (select id from email_notifications where status = 'pending' limit $2)",
        [status, n],
      );
    await become("sent", 1);
    await become("delivered", 2);
    await become("failed", 1);
    await database.query("update newsletter_subscribers set unsubscribed_at = now() where email = 'r2@mail.test'");
    expect((await readIssue(post))?.figures).toEqual({
      ...{ had: 5, sent: 3, delivered: 2, failed: 1, waiting: 1, unsubscribed: 1 },
    });
  });

  test("[O-NEWS-7] an issue's mail loads no pictures and has one link that is personal to the reader", async () => {
    const html = (await readIssue(post))?.preview?.html ?? "";
    expect(html).toContain("A calm month for e-visas");
    expect(html).not.toMatch(/<img|background-image: ?url\(.?http/i);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(html.match(/\[private link\]/g)).toHaveLength(1);
    expect(links.filter((href) => href?.includes("/blog/"))).toEqual(["https://lucaya.example/blog/a-calm-month"]);
  });
});

test("[O-MAY-2] a regular admin can't send, test, stop or export", async () => {
  await subscribe(1);
  await send();
  const forbidden = { ok: false, reason: "forbidden" };
  for (const verb of [sendIssue, sendTest, stopIssue, continueIssue])
    expect(await verb(regular, { post })).toMatchObject(forbidden);
  expect(await exportSubscribers(regular)).toMatchObject(forbidden);
  expect(await state()).toBe("sending");
});

describe("the list of subscribers", () => {
  const id = async (email: string) =>
    (await database.query<{ id: string }>("select id from newsletter_subscribers where email = $1", [email]))[0]?.id;

  test("[O-NEWS-1] subscribers are listed with their state, counted and searchable, 100 a page", async () => {
    await subscribe(105);
    await database.query(
      `insert into newsletter_subscribers (email, confirmed_at, unsubscribed_at, created_at) values
         ('waits@mail.test', null, null, now() + interval '1 second'), ('left@mail.test', now(), now(), now() + interval '2 seconds')`,
    );
    expect(await countSubscribers()).toEqual({ all: 107, waiting: 1, subscribed: 105, unsubscribed: 1 });
    const list = (search: Record<string, string> = {}) =>
      listSubscribers(readSubscriberFilters(new URLSearchParams(search)));
    const first = await list();
    expect(first.rows.slice(0, 2).map(({ email, state: of }) => [email, of])).toEqual([
      ["left@mail.test", "unsubscribed"],
      ["waits@mail.test", "waiting"],
    ]);
    expect([first.rows.length, first.newer]).toEqual([100, null]);
    expect((await list({ before: first.older ?? "" })).rows).toHaveLength(7);
    expect((await list({ q: "waits" })).rows.map(({ email }) => email)).toEqual(["waits@mail.test"]);
    expect((await list({ status: "unsubscribed" })).rows.map(({ email }) => email)).toEqual(["left@mail.test"]);
  });

  test("[O-NEWS-1, V-FRESH-1] exporting the confirmed ones requires reauthentication and is recorded", async () => {
    await subscribe(2);
    await database.query("insert into newsletter_subscribers (email) values ('waits@mail.test')");
    const result = await exportSubscribers(superAdmin);
    const text = result.ok ? await new Response(result.body).text() : expect.fail(result.message);
    expect(result.ok && result.fileName).toMatch(/^newsletter-subscribers-\d{4}-\d\d-\d\d\.csv$/);
    expect(text.split("\r\n").filter(Boolean)).toHaveLength(3);
    expect(text).not.toContain("waits@mail.test");
    expect(await lastRecord(database)).toMatchObject({ action: "newsletter_subscribers_exported" });
    await leaveStale(database, superAdmin);
    expect(await exportSubscribers(superAdmin)).toMatchObject({ ok: false, reason: "fresh" });
    superAdmin = await staffMember(database);
  });

  test("[O-NEWS-2] a removed subscriber gets nothing more of an issue being sent, and the record doesn't name the email", async () => {
    await subscribe(3);
    await send();
    await batch();
    const other = await pendingMail(database, "resume_link", "r2@mail.test");
    expect(await removeSubscriber(regular, { subscriber: await id("r2@mail.test") })).toEqual({ ok: true });
    expect(await other(), "no mail of the newsletter").toEqual([{ to: "r2@mail.test", status: "pending" }]);
    expect((await mails()).toSorted()).toEqual(["r1@mail.test", "r3@mail.test"]);
    expect(await id("r2@mail.test")).toBeUndefined();
    const record = await lastRecord(database);
    expect(record).toMatchObject({ action: "newsletter_subscriber_removed" });
    expect(JSON.stringify(record)).not.toContain("r2@mail.test");
    await markSent();
    await batch();
    expect(await mails()).toHaveLength(2);
  });

  test("[O-NEWS-4] a subscriber who unsubscribed after their mail was enqueued gets none; a confirmation request is still sent", async () => {
    await subscribe(1);
    const links = (...needed: Parameters<typeof makeLinks>[0]) =>
      makeLinks(needed, { recipientEmail: "r1@mail.test" }, undefined);
    expect(await links("unsubscribe")).toMatchObject({
      unsubscribe: expect.stringContaining("/newsletter/unsubscribe"),
    });
    await database.query("update newsletter_subscribers set unsubscribed_at = now()");
    expect(await links("unsubscribe")).toBe("Not sent: the subscription has ended.");
    expect(await links("confirm", "unsubscribe")).toMatchObject({ confirm: expect.stringContaining("/confirm") });
  });
});

test("[T-BYTES-5] an issue shows how many of its recipients have had it: while it is sent, stopped and done", async () => {
  await subscribe(130);
  expect(await readProgress(post)).toBeNull();
  await send();
  expect(await readProgress(post)).toMatchObject({ state: "sending", left: 130, figures: { had: 0 } });
  await batch();
  expect(await readProgress(post)).toMatchObject({ state: "sending", left: 30, figures: { had: 100, waiting: 100 } });
  await stopIssue(superAdmin, { post });
  expect(await readProgress(post)).toMatchObject({ state: "stopped", left: 30, figures: { had: 100 } });
  await continueIssue(superAdmin, { post });
  for (let n = 0; n < 2; n += 1) {
    await markSent();
    await batch();
  }
  expect(await readProgress(post)).toMatchObject({ state: "done", left: 0, figures: { had: 130, waiting: 0 } });
});
