import { normalizeLine, normalizeText } from "~/core/text-input";
import type { Ours, ParsedMail, UnreadMail } from "../parsed-mail";
import { readApart } from "./mail-thread.server";

const limits = { bytes: 25 * 1024 * 1024, text: 50_000, headBytes: 256 * 1024 };

/**
 * Reads a mail in a thread. Never throws: one beyond the limits of size, structure, text, time or memory is `tooLarge`,
 * with what its first headers say. Private links and reply addresses are hidden everywhere.
 */
export async function parseMail(bytes: Uint8Array, ours: Ours): Promise<ParsedMail | UnreadMail> {
  if (bytes.byteLength <= limits.bytes) {
    const mail = await readApart({ bytes, ours, isHead: false });
    const stored = mail && storable(mail);
    if (stored && !isTooLong(stored)) return stored;
  }
  const head = await readApart({ bytes: headOf(bytes), ours, isHead: true });
  return head ? storable({ ...head, tooLarge: true }) : nothing;
}

const nothing: UnreadMail = {
  tooLarge: true,
  messageId: null,
  from: [],
  recipients: [],
  subject: "",
  ignore: null,
  authentication: [],
};

/** Normalizing may write one character as two. */
const isTooLong = (mail: ParsedMail | UnreadMail): boolean =>
  !mail.tooLarge && mail.text.length > limits.text && [...mail.text].length > limits.text;

/** The first headers, up to the empty line. */
function headOf(bytes: Uint8Array): Uint8Array {
  // A copy: of a part of it the whole would be sent to the thread.
  const head = Buffer.from(bytes.subarray(0, limits.headBytes));
  const ends = ["\n\r\n", "\n\n"].map((end) => head.indexOf(end)).filter((end) => end >= 0);
  return ends.length > 0 ? head.subarray(0, Math.min(...ends) + 1) : head.subarray(0, head.lastIndexOf("\n") + 1);
}

/** Without control characters, which PostgreSQL can't store. */
function storable<Mail extends ParsedMail | UnreadMail>(mail: Mail): Mail {
  const head = {
    messageId: mail.messageId && normalizeLine(mail.messageId),
    from: mail.from.map(({ address, name }) => ({ address: normalizeLine(address), name: normalizeLine(name) })),
    recipients: mail.recipients.map(normalizeLine),
    subject: normalizeLine(mail.subject),
    authentication: mail.authentication.map(normalizeLine),
  };
  if (mail.tooLarge) return { ...mail, ...head };
  const { files, report } = mail;
  const [text, quoted] = [normalizeText(mail.text), normalizeText(mail.quoted)];
  return {
    ...mail,
    ...head,
    // A text of nothing but control characters is none.
    ...(text === "" ? { text: quoted, quoted: "" } : { text, quoted }),
    files: files.map((file) => ({ ...file, name: normalizeLine(file.name) || "attachment" })),
    report: report && { ...report, detail: normalizeLine(report.detail) },
  };
}
