import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Links } from "./template";

const dataDir = mkdtempSync(join(process.env.DATA_DIR ?? tmpdir(), "own-"));
vi.stubEnv("DATA_DIR", dataDir);
vi.stubEnv("SMTP_URL", "");

// Everything that reads the environment is loaded once it is set.
const { config } = await import("~/config.server");
const { db } = await import("~/db/client.server");
const { visaApplications } = await import("~/db/schema/applications");
const { emailNotifications } = await import("~/db/schema/mail");
const { testDatabase } = await import("../../test/harness/in-process/test-database");
const { letters } = await import("../../test/harness/in-process/letters");
const { registerMail } = await import("./deliver.server");
const { enqueueInput } = await import("./outbox.server");
const { renderPreview } = await import("./preview.server");
const { provesFor, readTokens } = await import("./reply-address.server");
const { compose, mailKinds } = await import("./templates");

registerMail();
const database = testDatabase({ work: true });
const email = "maria@people.example";
let draft = "";
let submitted = "";
let inquiry = "";
let number = 0;
const addApplication = async (values: object) => {
  const applicationNumber = `BV26-7K3M-9QX${"ABCD"[number++]}`;
  const [row] = await db
    .insert(visaApplications)
    .values({ applicationNumber, userEmail: email, ...values })
    .returning();
  return row?.id ?? expect.fail("no application");
};
beforeAll(async () => {
  draft = await addApplication({});
  submitted = await addApplication({ status: "submitted", submittedAt: new Date() });
  const [row] = await database.query<{ id: string }>(
    `insert into visa_inquiries (full_name, email, phone, visa_service, purpose, privacy_consent)
     values ('Maria', $1, '', 'Not sure yet', 'Tourism', true) returning id`,
    [email],
  );
  inquiry = row?.id ?? expect.fail("no inquiry");
});
afterEach(() => {
  config.REPLY_ADDRESS = undefined;
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type Kind = (typeof mailKinds)[number];
type About = { applicationId?: string; contactInquiryId?: string };

/** Sends a mail of a kind into the folder, and reads it. */
async function sent(kind: Kind, about: About, to = email) {
  const mail = { to, toName: "Maria", templateName: kind, templateData: letters[kind], ...about };
  const id = await db.transaction((tx) => enqueueInput(tx, mail));
  const status = async () =>
    (await db.select().from(emailNotifications).where(eq(emailNotifications.id, id)))[0]?.status ?? "removed";
  await vi.waitFor(async () => expect(await status()).toBe("sent"), { timeout: 60_000, interval: 50 });
  const folder = join(dataDir, "outbox");
  const name = readdirSync(folder).find((file) => file.endsWith(`${id}.eml`)) ?? expect.fail("no file");
  const { replyTo, text = "", html = "" } = await PostalMime.parse(readFileSync(join(folder, name)));
  return { replyTo: replyTo?.[0]?.address ?? "", text, html };
}

const receive = () => {
  config.REPLY_ADDRESS = "replies+{token}@lucaya.example";
};
const oneLine = (text: string) => text.replace(/\s+/g, " ");
const line = "Please write above this line";
const canReply =
  "You can reply to this email: your reply reaches your case. Please upload passports and other documents on your application page instead of emailing them.";
const cantReply = "Please don’t reply to this email: replies don’t reach your case.";

const links = { resume: "r", all: [], desk: () => "d", canReply: true } as unknown as Links;

/** Kinds whose foot says whether a reply reaches the case. */
const withFoot = mailKinds.filter((kind) => {
  if (!(kind in letters)) return false;
  const letter = compose(kind, letters[kind]).letter;
  const { blocks } = letter({ ...links, canReply: false }, { name: "", phone: "", email: "", address: [] });
  return blocks.some((block) => block.is === "note" && block.text.startsWith(cantReply));
});

describe("where receiving is configured", () => {
  test("[R-IN-2] [R-IN-3] mails of a submitted case take replies and say so, each in HTML and in plain text", async () => {
    expect(withFoot.length).toBeGreaterThan(15);
    receive();
    for (const kind of ["application_submitted", "case_message", "status_update", "payment_receipt"] as const) {
      const { replyTo, text, html } = await sent(kind, { applicationId: submitted });
      const [token] = readTokens([replyTo]);
      expect(token && provesFor(token, { kind: "case", id: submitted, address: email }), kind).toBe(true);
      expect(text.startsWith(`${line}\n\n`), kind).toBe(true);
      expect(html.indexOf(line), kind).toBeLessThan(html.indexOf("<h1"));
      for (const body of [oneLine(text), html]) expect(body, kind).toContain(canReply);
      expect(text + html, kind).not.toContain(cantReply);
      expect(oneLine(text)).toMatch(
        /instead of emailing them\. Your application page: \S+\/application\/resume\?token=/,
      );
    }
  });

  test("[R-IN-3] every kind of mail of a case says so at its end, below its own line", () => {
    for (const kind of withFoot) {
      const letter = compose(kind, letters[kind]).letter(links, { name: "", phone: "", email: "", address: [] });
      expect(letter.replyLine, kind).toBe(line);
      expect(letter.blocks.slice(-2), kind).toMatchObject([
        { is: "note", text: canReply },
        { is: "link", label: "Your application page", href: "r" },
      ]);
    }
  });

  test("[R-IN-2] an answer to an inquiry takes replies to that inquiry", async () => {
    receive();
    const { replyTo, text } = await sent("inquiry_reply", { contactInquiryId: inquiry });
    const [token] = readTokens([replyTo]);
    expect(token && provesFor(token, { kind: "inquiry", id: inquiry, address: email })).toBe(true);
    expect(text.startsWith(`${line}\n\n`)).toBe(true);
  });

  test("[R-IN-3] changed texts remove neither the sentence nor the line", () => {
    const texts = Object.fromEntries(["preview", "heading", "opening", "aboutTheLink"].map((name) => [name, ""]));
    const changed = compose("case_message", letters.case_message, texts).letter(links, {
      ...{ name: "", phone: "", email: "", address: [] },
    });
    expect(changed.replyLine).toBe(line);
    expect(JSON.stringify(changed.blocks)).toContain(canReply);
  });

  test.each([
    ["the link of a draft", "resume_link", () => ({ applicationId: draft })],
    ["a draft's own mail", "application_started", () => ({ applicationId: draft })],
    ["a notice to staff", "case_message_notification", () => ({ applicationId: submitted })],
    ["the confirmation of an inquiry", "contact_confirmation", () => ({ contactInquiryId: inquiry })],
    ["a link to sign in", "new_sign_in", () => ({})],
    ["an answer to an inquiry that was deleted meanwhile", "inquiry_reply", () => ({})],
  ] as const)("[R-IN-2] %s takes none", async (_, kind, about) => {
    receive();
    const { replyTo, text, html } = await sent(kind, about());
    expect(readTokens([replyTo])).toEqual([]);
    expect(text + html).not.toMatch(/write above this line|your reply reaches/);
  });

  test("[R-IN-2] a mail to a former address takes none", async () => {
    receive();
    const { replyTo, text } = await sent("email_changed", { applicationId: submitted }, "before@people.example");
    expect(readTokens([replyTo])).toEqual([]);
    expect(text).not.toContain(line);
    const other = await sent("payment_receipt", { applicationId: submitted }, "MARIA@people.example ");
    expect(readTokens([other.replyTo])).toHaveLength(1);
  });

  test("[R-IN-2] the log shows the sentence, and no address with a token", async () => {
    receive();
    const preview = await renderPreview({ emailType: "case_message", templateData: letters.case_message as never });
    expect(oneLine(preview?.text ?? "")).toContain(canReply);
    expect(`${preview?.text}${preview?.html}`).not.toContain("replies+");
  });
});

test("[R-IN-1] where receiving is not configured every mail is as before", async () => {
  const { replyTo, text, html } = await sent("case_message", { applicationId: submitted });
  expect(replyTo).toBe("hello@lucaya.example");
  for (const body of [oneLine(text), html]) expect(body).toContain(cantReply);
  expect(text + html).not.toMatch(/write above this line|your reply reaches/);
  const answer = await sent("inquiry_reply", { contactInquiryId: inquiry });
  expect(answer.replyTo).toBe("hello@lucaya.example");
  expect(answer.text + answer.html).not.toContain(line);
});
