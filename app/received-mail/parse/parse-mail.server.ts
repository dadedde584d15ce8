import type { Ours, ParsedMail, UnreadMail } from "../parsed-mail";

/** Reads a mail in a thread. Never throws: what can't be read within the limits is `tooLarge`. */
export async function parseMail(_bytes: Uint8Array, _ours: Ours): Promise<ParsedMail | UnreadMail> {
  throw new Error("not yet");
}
