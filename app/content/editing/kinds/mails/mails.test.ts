import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { previewed, renderPreview } from "~/mail/preview.server";
import { compose, declaredMails, previewMail } from "~/mail/templates";
import { previewData } from "~/mail/texts/preview-data";
import { publishedTexts } from "~/mail/texts/published.server";
import { openEditor } from "../../../../../test/harness/in-process/editor";
import { publishNow } from "../../../../../test/harness/in-process/publish";
import { lastRecord, staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { readList } from "../../list.server";
import { saveContent } from "../../save-content.server";
import { mailsKind } from "./mails.server";

const database = testDatabase();
let superAdmin: StaffContext;
let regular: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database);
  regular = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("truncate content_versions, mail_words, limit_counts");
  await database.query("delete from email_notifications");
});

type FormInput = Record<string, string>;
const toInputs = (rawInput: FormInput) =>
  Object.fromEntries(Object.entries(rawInput).map(([name, text]) => [name, [text]]));
const status = { kind: "mails", key: "status_update" };
const save = (rawInput: FormInput, key = "status_update", by = superAdmin) =>
  saveContent(by, { kind: "mails", key, base: 1, typed: toInputs(rawInput) });
async function publish(rawInput: FormInput, key = "status_update") {
  const draft = await save(rawInput, key);
  if (!draft.ok) return expect.fail(JSON.stringify(draft));
  return publishNow(superAdmin, { kind: "mails", key, number: draft.number });
}
const act = (name: string, key: string, rawInput: FormInput, by = superAdmin) => {
  const run = mailsKind.acts?.[name];
  return run ? run(by, { key, typed: toInputs(rawInput), form: new FormData() }) : expect.fail(`There is no ${name}`);
};
const sender = { name: "Lucaya", phone: "+1 242 555 0142", email: "hello@lucaya.example", address: [] };
const hidden = "[private link]";
const links = {
  ...{ resume: "https://l.test/r", notMe: "https://l.test/n", change: "https://l.test/c" },
  ...{
    confirm: "https://l.test/f",
    unsubscribe: "https://l.test/u",
    stopReminders: "https://l.test/u",
    reset: "https://l.test/p",
    invite: "https://l.test/i",
  },
  ...{
    erase: "https://l.test/e",
    ownData: "https://l.test/o",
    consultationConfirm: "https://l.test/k",
    consultation: "https://l.test/y",
    pay: "",
    all: [],
    desk: (path: string) => `https://l.test${path}`,
  },
};
const tests = () =>
  database.query<{ to: string; subject: string; data: { kind: string; words: FormInput } }>(
    `select recipient_email as "to", subject, template_data as data from email_notifications where email_type = 'mail_test'`,
  );

test("[O-MAIL-1] every kind of mail is listed with its subject, its recipient, and whether its text was changed", async () => {
  await publish({ subject: "News of {application number}" });
  const { entries } = await readList(superAdmin.staff, mailsKind, mailsKind.many ?? expect.fail("not many"));
  expect(entries.map(({ key }) => key)).toEqual(
    Object.keys(previewData)
      .filter((kind) => kind !== "mail_test" && kind !== "newsletter_test")
      .sort(inOrder),
  );
  const noteOf = (key: string) => entries.find((entry) => entry.key === key)?.note;
  expect(noteOf("status_update")).toBe("News of {application number} · To the applicant · Words changed");
  expect(noteOf("new_application")).toBe(
    "New application {application number}: {visa type} · To our office · As delivered",
  );
  expect(noteOf("password_reset")).toBe("Choose a new password · To staff · As delivered");
});
const order = declaredMails.map(({ kind }) => String(kind));
const inOrder = (a: string, b: string) => order.indexOf(a) - order.indexOf(b);

describe("input of a mail's text", () => {
  test.each([
    ["subject", "", "Write the subject: 1 to 150 characters in one line."],
    ["subject", "x".repeat(151), "Write at most 150 characters."],
    ["heading", " ", "Write the heading."],
    ["opening", "x".repeat(5001), "Write at most 5,000 characters."],
    ["opening", "It is on {interview date}.", "This mail does not know “interview date”."],
    ["subject", "For {visa service}", "This mail does not know “visa service”."],
  ])("[O-MAIL-1, O-MAIL-2] %s %j is refused at its field, and nothing is saved", async (name, text, message) => {
    expect(await save({ [name]: text })).toMatchObject({ ok: false, detail: { problems: { [name]: message } } });
    expect(await database.query("select 1 from content_versions where made_by is not null")).toEqual([]);
  });

  test("[O-MAIL-1, O-MAIL-2] a subject is a single line, and a placeholder may have capitals and spaces", async () => {
    expect(await save({ subject: "News\r\nBcc: all@mail.example" })).toMatchObject({ ok: false, reason: "invalid" });
    await publish({ subject: "News of {Application  number}" });
    const texts = await publishedTexts(db, "status_update");
    expect(texts).toEqual({ subject: "News of {Application  number}" });
    expect(compose("status_update", previewData.status_update, texts).subject).toBe(
      "News of BV26-7K3M-9QXD (Maria Santos)",
    );
  });

  test("[O-MAIL-2] HTML is shown as text", async () => {
    await publish({ opening: `<script>alert(1)</script> <a href="https://evil.test">{name}</a>` });
    const preview = await renderPreview({ emailType: "status_update", templateData: { ...previewData.status_update } });
    expect(preview?.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(preview?.html).not.toMatch(/<script|href="https:\/\/evil/);
    expect(preview?.text.replace(/\s+/g, " ")).toContain(`<a href="https://evil.test">Maria Santos</a>`);
  });
});

test.each(declaredMails)(
  "[O-MAIL-3] $kind keeps its fixed parts when all of its texts are changed",
  ({ kind, texts }) => {
    const as = (changed: FormInput) => previewMail(kind, changed)?.letter(links, sender) ?? expect.fail("no mail");
    const fixed = ({ blocks, reason, record, greeting }: ReturnType<typeof as>) => ({
      ...{ reason, record, greeting },
      blocks: blocks.filter((block) => block.is !== "text" && block.is !== "note"),
    });
    const bare = as(Object.fromEntries(Object.keys(texts).map((name) => [name, ""])));
    const defaultMail = as({});
    const listed = defaultMail.blocks.filter((block) => block.is === "steps").length;
    const withoutSteps = { ...fixed(defaultMail) };
    // The heading of a list of steps is one of these texts, so the list is removed with it.
    withoutSteps.blocks = withoutSteps.blocks.filter(
      (block) => block.is !== "steps" || block.title !== "What happens next",
    );
    expect(fixed(bare)).toEqual(withoutSteps);
    expect(listed).toBeLessThanOrEqual(1);
    const hrefs = (letter: typeof bare) => letter.blocks.flatMap((block) => ("href" in block ? [block.href] : []));
    expect(hrefs(bare)).toEqual(hrefs(defaultMail));
    expect(as({ heading: "Changed" }).heading).toBe("Changed");
  },
);

test("[O-MAIL-4] the preview has light and dark HTML and plain text, with preview data and [private link]", async () => {
  const { extra } = await openEditor(superAdmin, "mails", "application_started");
  expect(extra).toMatchObject({ subject: "Your application BV26-7K3M-9QXD (Maria Santos) is open", isDelivered: true });
  const { light, dark, text } = await previewed(
    previewMail("application_started", {}) ?? expect.fail("no mail"),
    sender,
  );
  for (const part of [light, dark, text]) expect(part).toContain(hidden);
  for (const part of [light, dark, text]) expect(part).not.toMatch(/token=/);
  expect(light).toContain("@media not all");
  expect(dark).toContain("@media all");
  expect(text).toContain("BV26-7K3M-9QXD");
});

describe("a test mail", () => {
  test("[O-MAIL-5] a test mail has the text on the screen, [Test] and no working link, and goes only to the admin", async () => {
    const sent = await act("test", "application_started", { subject: "Begun: {application number}" });
    expect(sent).toMatchObject({ ok: true, notice: expect.stringContaining(superAdmin.staff.email) });
    const [mail, ...otherMails] = await tests();
    expect(otherMails).toEqual([]);
    expect(mail).toMatchObject({ to: superAdmin.staff.email, subject: "[Test] Begun: BV26-7K3M-9QXD (Maria Santos)" });
    const letter = compose("mail_test", mail?.data).letter(links, sender);
    const hrefs = letter.blocks.flatMap((block) => ("href" in block ? [block.href] : []));
    expect(hrefs).toEqual([hidden]);
    expect(await database.query("select 1 from content_versions")).toEqual([]);
  });

  test("[O-MAIL-5] the staff buttons of a test mail open nothing", async () => {
    await act("test", "new_application", {});
    const letter = compose("mail_test", (await tests())[0]?.data).letter(links, sender);
    expect(JSON.stringify(letter)).not.toContain("l.test");
  });

  test("[O-MAIL-5] a test mail is refused after twenty in an hour, with an invalid text, and for a regular admin", async () => {
    expect(await act("test", "status_update", { opening: "{nobody}" })).toMatchObject({
      detail: { problems: { opening: "This mail does not know “nobody”." } },
    });
    expect(await act("test", "status_update", {}, regular)).toMatchObject({ ok: false, reason: "forbidden" });
    for (let sent = 0; sent < 20; sent++) expect(await act("test", "status_update", {})).toMatchObject({ ok: true });
    expect(await act("test", "status_update", {})).toMatchObject({ ok: false, reason: "limited" });
    expect(await tests()).toHaveLength(20);
  });
});

test("[O-MAIL-6] resetting to the default text makes a version, which takes effect once it is published", async () => {
  await publish({ subject: "News of {application number}", opening: "" });
  expect(await act("delivered", "status_update", {}, regular)).toMatchObject({ ok: false, reason: "forbidden" });
  expect(await act("delivered", "status_update", {})).toMatchObject({ ok: true });
  expect(await lastRecord(database)).toMatchObject({ action: "content_restored", by: superAdmin.staff.email });
  expect(await publishedTexts(db, "status_update")).toEqual({ subject: "News of {application number}", opening: "" });
  expect(await publishNow(superAdmin, { ...status, number: 3 })).toMatchObject({ ok: true });
  expect(await publishedTexts(db, "status_update")).toEqual({});
  expect(await database.query("select number from content_versions order by number")).toHaveLength(3);
});

test("[O-MAIL-7] a sent mail in the log has the text it was sent with, and a queued one the current text", async () => {
  await publish({ subject: "News of {application number}" });
  const mail = { emailType: "status_update", templateData: { ...previewData.status_update } };
  const subjectOf = async (row: object) => (await renderPreview({ ...mail, ...row }))?.subject;
  expect(await subjectOf({ attempts: 0, words: null })).toBe("News of BV26-7K3M-9QXD (Maria Santos)");
  expect(await subjectOf({ attempts: 1, words: null })).toBe("Application BV26-7K3M-9QXD (Maria Santos): Under Review");
  expect(await subjectOf({ attempts: 1, words: { subject: "Hi {name}" } })).toBe("Hi Maria Santos");
});

test("[O-MAY-2] a regular admin can't save or publish mail texts", async () => {
  const draft = await save({ subject: "Mine" });
  expect(await save({ subject: "Yours" }, "status_update", regular)).toMatchObject({ reason: "forbidden" });
  const number = draft.ok ? draft.number : 0;
  expect(await publishNow(regular, { ...status, number })).toMatchObject({ reason: "forbidden" });
  expect(await publishedTexts(db, "status_update")).toEqual({});
});
