import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ParsedMail } from "../parsed-mail";
import { ours } from "./ours-for-tests";
import { parseMail } from "./parse-mail.server";

const folder = new URL("./mails/", import.meta.url);
const read = async (name: string) => {
  const mail = await parseMail(readFileSync(new URL(`${name}.eml`, folder)), ours);
  if (mail.tooLarge) throw new Error(`${name} is too large`);
  return mail;
};

/** `quoted`: where it begins, without its links. Files by name. Whatever is not named is as in `usual`. */
type Expected = Partial<{
  text: string;
  quoted: string;
  files: string[];
  leftOut: number;
  ignore: ParsedMail["ignore"];
  from: string;
  subject: string;
}>;
const usual: Required<Expected> = {
  text: "",
  quoted: "",
  files: [],
  leftOut: 0,
  ignore: null,
  from: "Ana Rolle <ana.rolle@mail.example>",
  subject: "Re: A message about your application",
};

const inEnglish =
  "On Mon, Nov 30, 2026 at 8:50 AM Lucaya Visa & Immigration <\n[private link]> wrote:\n\n> Please write";
const fromBlock = "From: Lucaya Visa & Immigration <[private link]>\nSent: Monday, November 30, 2026 8:50 AM\n";
const letter = "Please find the letter attached.\n\nKind regards,\nAna Rolle";
const gone = "MAILER-DAEMON@mx.mail.example";

/** What the mails answer, as a quote. */
function readOriginal() {
  const lines = ["Please write above this line", "", "Hello Ana,", "", "There is a message about your application.", ""]
    .concat("You can reply to this email: your reply reaches your case.", "", "Open your application: [private link]")
    .concat("", "Lucaya Visa & Immigration");
  return inEnglish.replace("> Please write", lines.map((line) => `> ${line}`.trim()).join("\n"));
}

const table: [name: string, expected: Expected][] = [
  // Gmail
  ["gmail-web", { text: "Thank you, I will bring both documents on Friday.\n\nAna", quoted: inEnglish }],
  ["gmail-between-quotes", { text: "In Freeport.\n\nIn May 2031.", quoted: inEnglish }],
  ["gmail-below-html", { text: "I write below your message.", quoted: "On Mon, Nov 30, 2026 at 8:50 AM Lucaya" }],
  [
    "gmail-android-spanish",
    {
      text: "Muchas gracias, mañana envío el pasaporte.",
      quoted: "El lun, 30 nov 2026, 8:50 a. m., Lucaya",
      subject: "Re: Un mensaje sobre su solicitud",
    },
  ],
  [
    "gmail-french",
    {
      text: "Merci beaucoup, c’est noté.",
      quoted: "Le lun. 30 nov. 2026 à 08:50",
      subject: "Re: Votre dossier à Nassau",
    },
  ],
  ["gmail-indented", { text: "These are my questions:\nDo I need a photo?" }],
  // Outlook
  ["outlook-windows", { text: letter, quoted: fromBlock, files: ["Bank letter.pdf"], leftOut: 1 }],
  ["outlook-web-html-only", { text: "I have sent the fee today.", quoted: "---" }],
  ["outlook-iphone", { text: "Yes, Friday works.\n\nGet Outlook for iOS<https://aka.ms/o0ukef>", quoted: "____" }],
  [
    "outlook-spanish",
    { text: letter.replace("Please find the letter attached", "Adjunto la carta"), quoted: "De: Luc" },
  ],
  [
    "outlook-french",
    { text: letter.replace("Please find the letter attached", "Voici la lettre"), quoted: "De\u00A0: Luc" },
  ],
  ["outlook-safelinks", { text: "Your link does not work for me: [private link] ([private link])" }],
  ["outlook-original-message", { text: "I agree.", quoted: "-----Original Message-----\nFrom: Lucaya" }],
  // Apple
  ["apple-mail-mac", { text: "I moved to Nassau last week.\n\nAna", quoted: "> On Nov 30, 2026, at 8:50 AM, Lucaya" }],
  ["apple-iphone", { text: "Can I come at 3?\n\nSent from my iPhone", quoted: "> On Nov 30, 2026" }],
  [
    "apple-iphone-photos",
    {
      text: "Here are the two pages.\n\nAnd the second one:\n\nSent from my iPhone",
      files: ["IMG_0412.JPG", "IMG_0413.HEIC"],
    },
  ],
  ["apple-html-with-pdf", { text: "The letter of the bank:", files: ["letter.pdf"] }],
  ["apple-french", { text: "Très bien.\n\nEnvoyé de mon iPad", quoted: "> Le 30 nov. 2026 à 08:50" }],
  [
    "apple-forward",
    {
      text: "Begin forwarded message:\n\nFrom: Department <desk@gov.example>\nSubject: Approval\nDate: November 29, 2026 at 9:00:00 AM EST\nTo: ana.rolle@mail.example\n\nYour permit is approved.",
      subject: "Fwd: Approval",
    },
  ],
  // Thunderbird
  [
    "thunderbird-flowed",
    {
      text: "I read this in Thunderbird, and this sentence is so long that the program broke it into two lines.\n\nAnd one more line below.",
      quoted: "On 11/30/26 8:50 AM, Lucaya Visa & Immigration wrote:\n> Please",
    },
  ],
  ["thunderbird-spanish-html", { text: "De acuerdo.", quoted: "El 30/11/26 a las 8:50, Lucaya escribió:" }],
  ["thunderbird-pgp-signed", { text: "Signed with my key.", leftOut: 2 }],
  // Others
  [
    "yahoo-web",
    { text: "I have paid by transfer.", quoted: "On Monday, November", from: "Ana Rolle <ana@yahoo.example>" },
  ],
  ["yahoo-html-only", { text: "I have paid in cash.", quoted: "Am Montag", from: "Ana Rolle <ana@yahoo.example>" }],
  ["samsung-phone", { text: "Ok thanks\n\nSent from my Galaxy", quoted: "-------- Original message --------\nFrom:" }],
  ["proton-key", { text: "My new address is below.", quoted: "On Monday, November 30th, 2026", leftOut: 1 }],
  ["german-program", { text: "Vielen Dank, das passt.", quoted: "Am 30.11.2026 um 08:50 meldete Lucaya" }],
  [
    "plain-without-mime",
    { text: "No headers that say what this is.\nLine two.", from: " <ana.rolle@mail.example>", subject: "Hello" },
  ],
  // Charsets
  [
    "windows-1252",
    { text: "“Señor”, it costs 20 € – thanks…", from: "José Muñoz <jose@mail.example>", subject: "Re: Visa – café" },
  ],
  ["iso-2022-jp", { text: "ありがとうございます。", from: "山田花子 <hanako@mail.example>", subject: "ビザについて" }],
  ["gb18030", { text: "您好，谢谢！㐀", subject: "关于签证" }],
  ["koi8-r", { text: "Спасибо, до встречи.", subject: "Виза" }],
  ["utf-7", { text: "+ADw-script+AD4-alert(1)+ADw-/script+AD4- Hello" }],
  ["undeclared-bytes", { text: "Se�or, caf� €" }],
  ["control-characters", { text: "Read this now[0m evil\nNext line\n\nthere", subject: "Re: ab[31mred" }],
  // Of programs
  ["auto-reply-outlook", { ignore: "auto_reply", subject: "Automatic reply: A message about your application" }],
  ["auto-reply-vacation", { ignore: "auto_reply" }],
  ["auto-submitted-no", { text: "A person wrote this." }],
  ["bulk", { ignore: "bulk" }],
  ["list", { ignore: "list" }],
  ["empty-return-path", { ignore: "no_return_path" }],
  ...["bounce-postfix", "bounce-exchange", "bounce-delayed"].map((name): [string, Expected] => [
    name,
    { ignore: "report", from: `Mail Delivery System <${gone}>`, subject: "Undelivered Mail Returned to Sender" },
  ]),
  ["read-receipt", { ignore: "report", subject: "Read: A message" }],
  [
    "loop-own-address",
    { ignore: "ours", from: "Lucaya <REPLIES+K3V9X0Q2M7B5N1C8Z4A6S0D9F3G7H2J5K8L1P4O6I9U@LUCAYA.EXAMPLE>" },
  ],
  ["loop-own-message-id", { ignore: "ours" }],
  // Attachments
  [
    "forward-attached",
    {
      text: "See the attached email.",
      quoted:
        "From: Department of Immigration <desk@gov.example>\nDate: Sun, 29 Nov 2026 10:00:00 -0500\nSubject: Approval\n\nYour permit is approved.",
      files: ["permit.pdf"],
      subject: "Fwd: Approval",
    },
  ],
  [
    "forward-nested",
    {
      text: ["Forward 2\n\nForward number 2.", "Forward 1\n\nForward number 1.", "Forward 0\n\nForward number 0."]
        .concat("First\n\nThe first mail. [private link]")
        .map(
          (mail) =>
            `From: Department of Immigration <desk@gov.example>\nDate: Sun, 29 Nov 2026 10:00:00 -0500\nSubject: ${mail}`,
        )
        .join("\n\n"),
      subject: "Fwd: all of it",
    },
  ],
  ["winmail-dat", { text: "My answer is in rich text.", leftOut: 1 }],
  ["smime-signed", { text: "Signed with a certificate.", leftOut: 1 }],
  ["smime-encrypted", { files: ["smime.p7m"] }],
  ["calendar-answer", { text: "I will be there.", leftOut: 2, subject: "Accepted: Appointment" }],
  ["inline-pictures", { text: "Here is my photo 😊:", leftOut: 1, files: ["photo.png", "stamp.png"] }],
  ["file-without-text", { files: ["attachment-1.pdf", "página dos.pdf"], subject: "" }],
  ["exchange-split-text", { text: "The first half.\n\nThe second half.", files: ["a.pdf"] }],
  // Texts
  ["nothing-at-all", { subject: "" }],
  ["broken-multipart", { text: "The boundary is missing, and this is my answer." }],
  [
    "html-links",
    {
      text: "See the form (https://gov.example/form?a=1&b=2) and https://gov.example/, or write to me@mail.example.\n\n- One\n- Two\n\nClick",
    },
  ],
  ["travel-plan", { text: "My flight:\n\nFrom: Miami\nTo: Nassau\nDate: December 3\n\nIs that early enough?" }],
  [
    "quoted-in-own-words",
    { text: "On 12 May the embassy told me to wait.\n\nThey wrote: come again.\n\nWhat does that mean?" },
  ],
  ["whole-quote", { text: readOriginal() }],
  // Links
  [
    "link-broken-in-quote",
    { text: "It does not open.\n\nWhat now?", quoted: "> Open your application:\n> [private link]\n>\n> Lucaya" },
  ],
  ["link-half-decoded", { text: "It says:\n[private link]\n\nAnd [private link] too.", subject: "Re: [private link]" }],
  ["link-in-capitals", { text: "[private link].\nOr only\n[private link]\nOr my address [private link] of yours." }],
  ["link-proofpoint", { text: "Open your application ([private link])" }],
  [
    "link-of-others",
    { text: "See https://gov.example/visa?token=abc123 and https://lucaya.example/services, please." },
  ],
  // Senders
  ["two-senders", { text: "Two of us.", from: "Ana <ana.rolle@mail.example>, Eve <eve@evil.example>" }],
  ["second-from", { text: "A second header.", from: `Eve <eve@evil.example>, ${usual.from}` }],
];

test.each(table)("[R-IN-10] the mail %s is read as it was written", async (name, expected) => {
  const mail = await read(name);
  const { quoted = "", ...others } = { ...usual, ...expected };
  expect({
    text: mail.text,
    files: mail.files.map((file) => file.name),
    leftOut: mail.leftOut,
    ignore: mail.ignore,
    from: mail.from.map((from) => `${from.name} <${from.address}>`).join(", "),
    subject: mail.subject,
  }).toEqual(others);
  expect(mail.quoted.slice(0, quoted.length || 1)).toBe(quoted);
  expect(mail.recipients).toContain("replies+k3v9x0q2m7b5n1c8z4a6s0d9f3g7h2j5k8l1p4o6i9u@lucaya.example");
});

test("every mail of the folder is in the table, and no private link of one is left anywhere", async () => {
  const names = readdirSync(folder).map((file) => file.replace(/\.eml$/, ""));
  expect(table.map(([name]) => name).sort()).toEqual(names.sort());
  for (const name of names) {
    const { text, quoted, subject, files } = await read(name);
    const shown = JSON.stringify([text, quoted, subject, files.map((file) => file.name)]);
    expect(shown, name).not.toMatch(/PyuMHl1H|_Dl8JpZV8|k3v9x0q2/i);
  }
});

test("[R-IN-8] a delivery report names our mail, whether it failed for good, and why", async () => {
  const messageId = "<0b6f3a52-93c1-4d5e-8f27-1a2b3c4d5e6f@lucaya.example>";
  const unknown = "550 5.1.1 <gone@mail.example>: Recipient address rejected: User unknown";
  expect((await read("bounce-postfix")).report).toEqual({ messageId, isPermanent: true, detail: unknown });
  const full = "550 5.7.1 The mailbox is full";
  expect((await read("bounce-exchange")).report).toEqual({ messageId, isPermanent: true, detail: full });
  const late = "connection timed out";
  expect((await read("bounce-delayed")).report).toEqual({ messageId, isPermanent: false, detail: late });
  expect((await read("read-receipt")).report).toBeNull();
});

test("[R-IN-9] a file has its bytes and its kind", async () => {
  const [photo] = (await read("apple-iphone-photos")).files;
  expect(photo?.contentType).toBe("image/jpeg");
  expect(Buffer.from(photo?.bytes ?? []).toString("hex", 0, 3)).toBe("ffd8ff");
  expect(photo?.bytes.byteLength).toBe(25_612);
});
