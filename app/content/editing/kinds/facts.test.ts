import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { textsMentioningDeleted } from "~/content/facts/gone-named.server";
import { registerFactsOfMails } from "~/content/facts/mail-facts.server";
import { feedPosts } from "~/content/posts/feed.server";
import { postBySlug } from "~/content/posts/posts.server";
import { pageHead } from "~/content/seo/page-metadata.server";
import { db } from "~/db/client.server";
import { loadStarter } from "~/db/seed/starter/load-starter.server";
import { renderPreview } from "~/mail/preview.server";
import { loadSender } from "~/mail/sender.server";
import { currentMailText } from "~/mail/texts/facts.server";
import { previewData } from "~/mail/texts/preview-data";
import { visitOf } from "../../../../test/harness/in-process/content";
import { openEditor } from "../../../../test/harness/in-process/editor";
import { publishNow, publishThing, sendDraft } from "../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";

registerFactsOfMails();
const database = testDatabase();
let superAdmin: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database);
});
beforeEach(async () => {
  for (const table of ["content_versions", "content_published", "gone_facts", "mail_words"])
    await database.query(`truncate ${table}`);
  for (const table of ["blog_posts", "seo_metadata"]) await database.query(`delete from ${table}`);
  await db.transaction(loadStarter);
});

const price = "{price:uk-transit-visa}";
const bodyOf = (text: string) =>
  JSON.stringify({
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text, marks: [] }] }],
  });
const post = (text: string) => ({
  ...{ title: "What a transit costs", excerpt: "In two sentences.", category: "Transit", author: "Ann Rolle" },
  ...{ body: bodyOf(text), meta_description: text },
});

/** One item of each kind: its key, the fields that contain a text, and the field with the fact. */
const texts = [
  { kind: "posts", key: "new", field: "body", typed: post },
  { kind: "metadata", key: "about", field: "description", typed: (text: string) => ({ description: text }) },
  { kind: "mails", key: "status_update", field: "opening", typed: (text: string) => ({ opening: text }) },
  { kind: "questions", key: "new", field: "answer", typed: question },
] as const;
function question(text: string) {
  return { question: "What does a transit cost?", answer: text, category: "General" };
}

describe.each(texts)("placeholders in $kind", ({ kind, key, field, typed }) => {
  test("[O-FACT-1] the editor lists every placeholder, and an unknown one is refused", async () => {
    const { facts } = await openEditor(superAdmin, kind, key);
    expect(facts.flatMap(({ chips }) => chips.map(({ chip }) => chip))).toContain(price);
    expect(await sendDraft(superAdmin, kind, key, typed("It costs {price:no-such-visa}."))).toMatchObject({
      ...{ ok: false, reason: "invalid" },
      detail: { problems: { [field]: "You can’t use {price:no-such-visa} in this text" } },
    });
  });

  test("[O-FACT-4] a placeholder of deleted content prevents publishing", async () => {
    const draft = await sendDraft(superAdmin, kind, key, typed(`It costs ${price}.`));
    if (!draft.ok) return expect.fail(draft.message);
    await database.query("delete from visa_services where slug = 'uk-transit-visa'");
    expect(await publishNow(superAdmin, { kind, key: draft.key, number: draft.number })).toMatchObject({
      ...{ ok: false, reason: "invalid" },
      detail: {
        problems: {
          [field]: "The price of “UK Transit Visa” is gone. Choose another, or write without it.",
        },
      },
    });
  });

  test("[O-FACT-4] public content that uses a deleted value is listed at the desk with a link to its editor", async () => {
    const published = await publishThing(superAdmin, kind, key, typed(`It costs ${price}.`));
    expect(await textsMentioningDeleted(db)).toEqual([]);
    await database.query("delete from visa_services where slug = 'uk-transit-visa'");
    const path = `/admin/content/${kind}/${published}`;
    const message = "The price of “UK Transit Visa” is gone.";
    expect(await textsMentioningDeleted(db)).toContainEqual({ name: expect.any(String), path, words: [message] });
  });
});

test("[O-FACT-1, O-MAIL-2] a mail's own placeholder takes precedence over a general one of the same name", async () => {
  const words = { opening: "For {price}, at last {price:us-student-f-1-visa}." };
  await publishThing(superAdmin, "mails", "tier_changed", words);
  const mail = await renderPreview({ emailType: "tier_changed", templateData: { ...previewData.tier_changed } });
  expect(mail?.text.replace(/\s+/g, " ")).toMatch(/For Adult[^,]*, at last (from )?\$\d/);
  const { facts } = await openEditor(superAdmin, "mails", "appointment_reminder");
  const placeholders = facts.flatMap(({ chips }) => chips.map(({ chip }) => chip));
  expect([placeholders.includes("{hours}"), placeholders.includes("{response}")]).toEqual([false, true]);
});

describe("placeholders in public", () => {
  test("[O-FACT-1, O-FACT-4] a post, its feed, metadata and mails show current values, and the last one of deleted content", async () => {
    const key = await publishThing(superAdmin, "posts", "new", post(`It costs ${price}.`));
    await publishThing(superAdmin, "metadata", "about", { description: `It costs ${price}.` });
    await publishThing(superAdmin, "mails", "status_update", { opening: `It costs ${price}, {name}, {email}.` });
    const publicTexts = async () => {
      const [row] = await database.query<{ slug: string }>("select slug from blog_posts where id = $1", [key]);
      const shown = await postBySlug(row?.slug ?? "");
      const fed = (await feedPosts()).find(({ slug }) => slug === row?.slug);
      const head = await pageHead(visitOf(), "/about");
      const mail = await renderPreview({ emailType: "status_update", templateData: { ...previewData.status_update } });
      return [
        ...[JSON.stringify(shown?.body), shown?.metaDescription, JSON.stringify(fed?.body), head.description],
        mail?.text.replace(/\s+/g, " "),
      ];
    };
    await database.query(
      "update visa_pricing_tiers set total_price = 111 where service_id = (select id from visa_services where slug = 'uk-transit-visa')",
    );
    for (const text of await publicTexts()) expect(text).toMatch(/It costs (from )?\$111/);
    expect((await publicTexts()).at(-1)).toContain("$111, Maria Santos, maria@mail.example.");
    await database.query("delete from visa_services where slug = 'uk-transit-visa'");
    for (const text of await publicTexts()) expect(text).toMatch(/It costs (from )?\$111/);
  });

  test("[O-FACT-2] mails use the current response time, and an issue's test mail uses the issue’s text", async () => {
    const received = async () =>
      (
        await renderPreview({ emailType: "request_received", templateData: { ...previewData.request_received } })
      )?.text.replace(/\s+/g, " ");
    expect(await received()).toContain("one business day");
    await publishThing(superAdmin, "home", "home", {
      "figures.response": ["48-hour", "response time", "on business days"],
    });
    expect((await loadSender(db)).response).toBe("two business days");
    expect(await received()).toContain("two business days");
    expect(await received()).not.toContain("one business day");
    await publishThing(superAdmin, "mails", "newsletter_issue", { subject: "News: {title of the post}" });
    expect(await currentMailText(db, "newsletter_test")).toMatchObject({ subject: "[Test] News: {title of the post}" });
    expect(await currentMailText(db, "newsletter_issue")).toMatchObject({ subject: "News: {title of the post}" });
  });
});
