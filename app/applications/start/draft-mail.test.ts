import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { compose } from "~/mail/templates";
import { Applicant, mailsOf, newEmail } from "../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../test/harness/applicants/listed-steps";
import { runJob } from "../../../test/harness/in-process/jobs";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { lookForDrafts, registerDraftMails } from "./draft-mail.server";

const database = testDatabase();
let service: string;
let email: string;
beforeAll(async () => {
  registerDraftMails();
  service = (await serviceOf(database, "bahamian-evisa")).id;
});
beforeEach(() => {
  email = newEmail();
});

const start = (more: { email?: string; service?: string } = {}) =>
  new Applicant(database).start(more.email ?? email, { service: more.service ?? service });
/** What the queue does after a start. */
const look = (id: string) => runJob("applications.tell-of-draft", { applicationId: id, beside: [] });
const noticesOf = async (id: string) => (await mailsOf(database, id)).filter((kind) => kind === "draft_exists").length;
const set = (id: string, change: string) =>
  database.query(`update visa_applications set ${change} where id = $1`, [id]);

describe("[W-START-9] a start by an email that has a draft for the same service", () => {
  test("the earlier draft gets a mail with its link, whatever the email's case; the new draft gets none", async () => {
    const earlier = await start();
    const later = await start({ email: email.toUpperCase() });
    await look(later);
    expect([await noticesOf(earlier), await noticesOf(later)]).toEqual([1, 0]);
    const [row] = await database.query(
      "select draft_mail_sent_at = link_sent_at as both, now() - link_sent_at < interval '1 minute' as now from visa_applications where id = $1",
      [earlier],
    );
    expect(row).toEqual({ both: true, now: true });
  });

  test("[F-APPL-10] the mail leaves out drafts that the starting browser already had access to", async () => {
    const [ownDraft, otherDraft] = [await start(), await start()];
    const started = await start();
    await runJob("applications.tell-of-draft", { applicationId: started, beside: [ownDraft, otherDraft] });
    expect([await noticesOf(ownDraft), await noticesOf(otherDraft)]).toEqual([0, 0]);
    await runJob("applications.tell-of-draft", { applicationId: started, beside: [ownDraft] });
    expect([await noticesOf(ownDraft), await noticesOf(otherDraft)]).toEqual([0, 1]);
  });

  test("[F-APPL-10] the queued job has the drafts the browser can open, without those whose access has expired", async () => {
    const [heldId, expiredId] = [await start(), await start()];
    const tokens = await database.query<{ hash: string }>(
      "update application_holders set expires_at = case when application_id = $2 then now() else expires_at end where application_id in ($1, $2) returning token_hash as hash",
      [heldId, expiredId],
    );
    const started = await start();
    await db.transaction((tx) =>
      lookForDrafts(
        tx,
        started,
        tokens.map(({ hash }) => hash),
      ),
    );
    expect((await database.enqueued("applications.tell-of-draft")).at(-1)).toMatchObject({
      applicationId: started,
      beside: [heldId],
    });
  });

  test("the mail is sent at most once an hour", async () => {
    const earlier = await start();
    await look(await start());
    await set(
      earlier,
      "draft_mail_sent_at = now() - interval '59 minutes 50 seconds', last_updated_at = now() + interval '1 day'",
    );
    const second = await start();
    await look(second);
    expect(await noticesOf(earlier)).toBe(1);
    await set(earlier, "draft_mail_sent_at = now() - interval '60 minutes 1 second'");
    await look(second);
    expect(await noticesOf(earlier)).toBe(2);
  });

  test("with several drafts, the mail is about the one saved last", async () => {
    const [first, second] = [await start(), await start()];
    await set(first, "last_updated_at = now() + interval '1 minute'");
    await look(await start());
    expect([await noticesOf(first), await noticesOf(second)]).toEqual([1, 0]);
  });

  test("[N-BEGIN-5] with several drafts, the mail is about the most complete one and lists the others below it", async () => {
    const drafts = [await start(), await start(), await start()];
    const [first, second, third] = drafts as [string, string, string];
    await set(first, "completion_percentage = 25, last_updated_at = now() + interval '1 day'");
    await set(second, "completion_percentage = 50");
    await set(third, "completion_percentage = 13");
    await look(await start());
    expect([await noticesOf(first), await noticesOf(second), await noticesOf(third)]).toEqual([0, 1, 0]);
    const [mail] = await database.query<{ data: object }>(
      "select template_data as data from email_notifications where application_id = $1 and email_type = 'draft_exists'",
      [second],
    );
    const numbers = await database.query<{ number: string }>(
      "select application_number as number from visa_applications where id = any($1) order by completion_percentage desc",
      [drafts],
    );
    const [, next, last] = numbers.map(({ number }) => number);
    const letter = compose("draft_exists", mail?.data).letter(
      {
        resume: "https://resume",
        notMe: "",
        change: "",
        confirm: "",
        unsubscribe: "",
        stopReminders: "",
        reset: "",
        invite: "",
        erase: "",
        ownData: "",
        consultationConfirm: "",
        consultation: "",
        pay: "",
        all: [],
        desk: (path) => `https://site${path}`,
      },
      { name: "", phone: "", email: "", address: [] },
    );
    const index = letter.blocks.findIndex(({ is }) => is === "button");
    expect(letter.blocks.slice(index, index + 3)).toEqual([
      { is: "button", label: "Continue the most complete draft", href: "https://resume" },
      {
        is: "message",
        title: "Your other drafts for this visa",
        text: expect.stringMatching(
          new RegExp(`^${next}: 25% complete, last saved .+\\n${last}: 13% complete, last saved`),
        ),
      },
      { is: "text", text: "To open one of these drafts, enter its number at https://site/apply/start" },
    ]);
  });

  test.each<[string, string]>([
    ["a submitted one", "status = 'submitted', submitted_at = now()"],
    ["a withdrawn one", "status = 'withdrawn', submitted_at = now()"],
    ["one of another email", "user_email = 'other@mail.example'"],
    ["one that was begun later", "created_at = now() + interval '1 hour'"],
    ["one without a service", "visa_service_id = null"],
  ])("%s doesn't count as an earlier draft", async (_, change) => {
    const earlier = await start();
    await set(earlier, change);
    await look(await start());
    expect(await noticesOf(earlier)).toBe(0);
  });

  test("a start without a service gets a mail about a draft without a service", async () => {
    const [earlier, otherId] = [await start({ service: "" }), await start()];
    await look(await start({ service: "" }));
    expect([await noticesOf(earlier), await noticesOf(otherId)]).toEqual([1, 0]);
  });

  test("no mail is sent if the new draft was deleted or its owner refused the email meanwhile", async () => {
    const earlier = await start();
    const [deletedId, refused] = [await start(), await start()];
    await database.query("delete from visa_applications where id = $1", [deletedId]);
    await set(refused, "user_email = ''");
    await look(deletedId);
    await look(refused);
    expect(await noticesOf(earlier)).toBe(0);
  });
});
