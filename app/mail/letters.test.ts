import { describe, expect, test } from "vitest";
import { applicationStatuses } from "~/db/schema/values";
import { statusLook } from "~/ui/lists/status-badge";
import { letters, submittedAt } from "../../test/harness/in-process/letters";
import { privateLinkMark } from "./letter";
import { renderLetter } from "./render.server";
import { compose, type MailKind } from "./templates";

const sender = {
  name: "Lucaya Visa & Immigration",
  phone: "+1 242 555 0142",
  email: "hello@lucaya.example",
  address: ["12 Shirley Street", "Nassau"],
};
const resume = "https://lucaya.test/application/resume?token=abc123";
const links = {
  resume,
  notMe: "https://lucaya.test/application/not-me?token=n",
  change: "https://lucaya.test/application/email?token=e",
  confirm: "https://lucaya.test/c",
  unsubscribe: "https://lucaya.test/u",
  stopReminders: "https://lucaya.test/reminders?token=s",
  reset: "https://lucaya.example/admin/reset-password?token=r",
  invite: "https://lucaya.example/admin/invitation?token=i",
  erase: "https://lucaya.example/your-data/erase?token=e",
  ownData: "https://lucaya.example/your-data/open?token=o",
  consultationConfirm: "https://lucaya.test/consultation/confirm?token=k",
  consultation: "https://lucaya.test/consultation/yours?token=y",
  pay: "",
  all: [],
  desk: (path: string) => `https://lucaya.test${path}`,
};

const kinds = Object.keys(letters) as MailKind[];

async function write(kind: MailKind, more: object = {}, linkSet = links) {
  const composed = compose(kind, { ...letters[kind], ...more });
  return { ...composed, ...(await renderLetter(composed.letter(linkSet, sender), sender)) };
}

describe.each(kinds)("a mail of the kind %s", (kind) => {
  test("the mail names its subject matter, in HTML and in plain text", async () => {
    const { html, text, subject } = await write(kind);
    const about =
      {
        newsletter_opt_in: /subscription/,
        consultation_confirm: /consultation/,
        consultation_exists: /already have a consultation/,
        newsletter_issue: /calm month/,
        newsletter_test: /calm month/,
        password_reset: /new password/,
        admin_invitation: /staff desk/,
        sign_in_slowed: /passwords/,
        second_factor_changed: /authenticator app was added/,
        recovery_code_used: /recovery code was used/,
        new_sign_in: /new sign-in/,
        many_reveals: /hidden answers/,
        notification_address_changed: /otices to staff/,
        data_link: /hold (about you|for this email address)/,
        erasure_confirm: /erase/,
        erasure_refused: /erase/,
        data_erased: /erased/,
        all_links: /all (of )?your applications/i,
        consultation: /consultation/,
        consultation_reminder: /consultation/,
        consultation_notification: /Consultation/,
        inquiry_mail_notification: /3F2B9C5E-111/,
        client_reminder: /Work or residence permit/,
      }[String(kind)] ?? /BV26-7K3M-9QXD/;
    for (const part of [html, text, subject]) expect(part).toMatch(about);
    expect(text.split("\n").every((line) => line.length <= 72 || line.startsWith("https://"))).toBe(true);
  });

  test("the mail loads nothing external", async () => {
    const { html } = await write(kind);
    expect(html).not.toMatch(/<img|<script|<link|@import|url\(/i);
  });

  test("the mail can be rendered again from its stored data", async () => {
    const { data, subject } = await write(kind);
    expect(compose(kind, JSON.parse(JSON.stringify(data)))).toMatchObject({ data, subject });
  });

  test("[A-MAILLOG-13] the log shows [private link] in place of its private link", async () => {
    const hidden = privateLinkMark;
    const names = Object.keys(links).filter((name) => name !== "all" && name !== "desk");
    const hiddenLinks = Object.fromEntries(names.map((name) => [name, hidden]));
    const { html, text, links: carried } = await write(kind, {}, { ...links, ...hiddenLinks });
    expect(html + text).not.toMatch(/token=|lucaya\.test\/[cu]\b/);
    expect(text.includes(privateLinkMark)).toBe(carried.length > 0);
    expect(html).not.toContain(`href="${privateLinkMark}"`);
  });
});

test("[W-MAIL-1] the welcome mail contains the resume link, in HTML and in plain text", async () => {
  const { html, text } = await write("application_started");
  expect(html).toContain(`href="${resume}"`);
  expect(text).toContain(`\n${resume}\n`);
  expect(text.replaceAll("\n", " ")).toContain("progress saves every 30 seconds");
});

test("[W-MAIL-6] [W-MAIL-7] a confirmation without a name or visa type uses defaults", async () => {
  const { text, data } = await write("application_submitted", { name: "  ", visaType: null });
  expect(data).toMatchObject({ name: "Applicant", visaType: "Visa Application" });
  expect(text).toContain("Dear Applicant,");
  expect(text).toMatch(/Visa type +Visa Application/);
});

const ofCase = [
  "application_submitted",
  "status_update",
  "case_message",
  "tier_changed",
  "withdrawal_requested",
  "resume_link",
  "browsers_ended",
] as const;
test.each(ofCase)("[C-MSG-11] %s of a case links to its page instead of inviting a reply", async (kind) => {
  const { text, html } = await write(kind, { submittedAt });
  const expected =
    "Please don’t reply to this email: replies don’t reach your case. Write to us on your application page instead.";
  expect(text.replace(/\s+/g, " ")).toContain(`${expected} Your application page: ${resume} --`);
  expect(html).toContain(expected);
});

test.each(kinds.filter((kind) => !kind.startsWith("contact")))(
  "[C-MSG-11] %s invites nobody to reply",
  async (kind) => {
    const { text } = await write(kind, { submittedAt });
    expect(text.replace(/\s+/g, " ")).not.toMatch(/reply to this email or|(?<!not )reply to this email,|in reply/);
  },
);

test("[C-MSG-4] an applicant's text contains no link in the office's mail", async () => {
  const { text, html } = await write("case_message_notification", {
    messages: JSON.stringify([{ at: submittedAt, text: "See www.evil.example/x", files: 0 }]),
  });
  for (const content of [text, html]) expect(content).not.toContain("www.evil.example");
});

test("dates are in Nassau's time", async () => {
  expect((await write("application_submitted")).text).toMatch(/Submitted +November 21, 2026/);
  expect((await write("new_application")).text).toMatch(/Submitted +November 21, 2026 at 10:30 PM Nassau time/);
});

test.each(applicationStatuses)(
  "[A-APPD-12] an update to %s has the site's colour and contains the message",
  async (newStatus) => {
    const { html, text, subject } = await write("status_update", { newStatus });
    const { label, ink, ground } = statusLook(newStatus);
    const isBadNews = newStatus === "denied" || newStatus === "withdrawn";
    expect(html.includes(`background-color:${ground};border:1px solid ${ink}`)).toBe(!isBadNews);
    for (const content of [html, text, subject]) expect(content).toContain(label);
    expect(text).toContain("  Your file is complete.\n  Thank you.");
  },
);

test.each([
  ["denied", "We have news about your application", "We’re sorry: the authorities have refused your application."],
  ["approved", "Your visa has been approved", "Good news: the authorities have approved your application."],
  ["withdrawn", "Your application has been withdrawn", "We’ve stopped working on your application."],
] as const)(
  "[A-APPD-12] an update to %s gives the news before the status, also in the inbox preview",
  (newStatus, title, content) => {
    const letter = (more: object, words = {}) =>
      compose("status_update", { ...letters.status_update, newStatus, ...more }, words).letter(links, sender);
    const { heading, preview, blocks } = letter({ statusMessage: "" });
    expect([heading, preview]).toEqual([title, expect.stringContaining(content)]);
    expect(blocks[0]).toEqual({ is: "text", text: preview });
    if (newStatus !== "approved") expect(preview).toContain(`call us at ${sender.phone}`);
    expect(blocks.filter((block) => block.is === "message")).toEqual([]);
    const ended = letter({ endedDecision: "The decision no longer applies." }).blocks.slice(0, 2);
    expect(ended).toEqual([{ is: "text", text: "The decision no longer applies." }, blocks[0]]);
    // An opening that the owner emptied leaves the preview line of every status.
    const suffix = newStatus.charAt(0).toUpperCase() + newStatus.slice(1);
    const emptied = letter({}, { [`opening${suffix}`]: "" });
    expect(emptied.preview).toBe(`The status of your application is now ${statusLook(newStatus).label}.`);
  },
);

test("typed text is never markup", async () => {
  const { html } = await write("status_update", { statusMessage: `<b>x</b> & <a href="https://evil.test">y</a>` });
  expect(html).toContain("&lt;b&gt;x&lt;/b&gt;");
  expect(html).not.toContain('<a href="https://evil.test"');
});

test("a name can contain neither a URL nor a second line", async () => {
  const { data } = await write("application_submitted", { name: "Maria\r\nBcc: x https://evil.test" });
  expect(data.name).toBe("Maria Bcc: x https evil.test");
});

test("[P-MAIL-3] a confirmation repeats the inquiry without making links of it", async () => {
  const { html, text } = await write("contact_confirmation", {
    message: "See https://evil.test or evil.test\n<b>now</b>",
  });
  for (const fact of [html, text]) expect(fact).not.toMatch(/:\/\/evil|evil\.test/);
  expect(html).toContain("&lt;b&gt;now&lt;/b&gt;");
  const usual = await write("contact_confirmation");
  for (const fact of ["Maria Santos", "maria@mail.example", "Two weeks with my sister in Nassau.", "Bahamian e-Visa"])
    expect(usual.text).toContain(fact);
});

test("[P-MAIL-5] replying to a notification goes to the visitor", async () => {
  const { replyTo, text } = await write("contact_admin_notification", { name: "Maria\r\nBcc: x@evil.test" });
  expect(replyTo).toEqual({ name: "Maria Bcc: x@evil.test", address: "maria@mail.example" });
  for (const plainText of ["+509 2812 0142", "Haiti", "Bahamian e-Visa", "Two weeks with my sister"])
    expect(text).toContain(plainText);
});

test("[L-ASK-7] a notification without an email says how to answer the visitor", async () => {
  const none = { email: "", country: "" };
  for (const [answer_by, how] of [
    ["Phone", "call +509 2812 0142."],
    ["WhatsApp", "write by WhatsApp to +509 2812 0142."],
  ]) {
    const { replyTo, text } = await write("contact_admin_notification", { ...none, answer_by });
    expect(replyTo).toBeNull();
    const contentOf = text.replace(/\s+/g, " ");
    expect(contentOf).toContain(`They gave no email address: please ${how}`);
    expect(contentOf).not.toContain("Reply to this email");
  }
});

test("[P-MAIL-9] the mails of a start, a submission and a status update contain their data in HTML and in plain text", async () => {
  const renderMail = async (kind: MailKind, more: object) => {
    const { html, text } = await write(kind, { applicationNumber: "BV26-PL4C-EH0D", ...more });
    return [html.replace(/<[^>]*>|\s+/g, " "), text.replace(/\s+/g, " "), html];
  };
  const containing = (...words: string[]) => words.map((word) => expect.stringContaining(word));
  for (const [kind, more, words] of [
    ["application_started", {}, []],
    ["application_submitted", { visaType: "Work permit of the reef" }, ["Work permit of the reef"]],
    [
      "status_update",
      { newStatus: "denied", statusMessage: "The reef is full." },
      ["The reef is full.", statusLook("denied").label],
    ],
  ] as const) {
    const [html = "", text = "", source] = await renderMail(kind, more);
    for (const form of [html, text]) for (const word of ["BV26-PL4C-EH0D", ...words]) expect(form).toContain(word);
    if (kind === "application_started") expect([source, text]).toEqual(containing(resume, resume));
  }
});

test("[N-BEGIN-5] at most ten other drafts are listed", () => {
  const others = Array.from({ length: 12 }, (_, index) => `BV26-${index} 5 ${submittedAt}`).join("\n");
  const { blocks } = compose("draft_exists", { ...letters.draft_exists, others }).letter(links, sender);
  const named = blocks.flatMap((block) => (block.is === "message" ? block.text.split("\n") : []));
  expect(named).toHaveLength(11);
  expect(named.slice(9)).toEqual([expect.stringMatching(/^BV26-9: 5% complete/), "and 2 more"]);
});

test.each(["👩", "𠮷", "é"])(
  "[W-MAIL-6] a long name is cut before %s, not within it, as jsonb can't store half a character",
  (character) => {
    const name = `${"N".repeat(79)}${character}${"N".repeat(200)}`;
    const { data } = compose("application_submitted", { ...letters.application_submitted, name });
    expect(JSON.stringify(data)).not.toMatch(/\\ud[89a-f]/);
    expect(data).toMatchObject({ name: expect.stringMatching(/^N{79}.?$/u) });
  },
);

describe("[F-APPL-9] the subject of a mail about an application", () => {
  const subjectOf = (kind: MailKind, more: object) => compose(kind, { ...letters[kind], ...more }).subject;

  test.each([
    ["status_update", {}],
    ["application_submitted", {}],
    ["resume_link", {}],
    ["case_request", {}],
    ["appointment", {}],
    ["payment_receipt", {}],
  ] as const)(
    "[F-APPL-9] the subject has the applicant's name after the number, once the name is known: %s",
    (kind, more) => {
      expect(subjectOf(kind, { ...more, name: "Ana Bowe" })).toMatch(/BV\d\d-\w{4}-\w{4} \(Ana Bowe\)/);
      for (const name of ["Applicant", "anabowe"])
        expect(subjectOf(kind, { ...more, name, email: "anabowe@mail.example" })).not.toContain(`(${name})`);
    },
  );

  test("[F-APPL-9] the subject of a mail to the office, which lists both, stays the same", () => {
    expect(subjectOf("new_application", { name: "Ana Bowe" })).not.toContain("(Ana Bowe)");
  });
});
