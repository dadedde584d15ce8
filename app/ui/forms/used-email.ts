import { readEmail } from "~/core/email/email-address";
import { shownEmail } from "~/core/email/shown-email";

/** Returns a typed email as it is used and shown, or the text. Some browsers show a Unicode domain and submit ASCII. */
export function usedEmail(rawInput: string): string {
  const email = readEmail(rawInput);
  return email === undefined || email === rawInput ? rawInput : shownEmail(email);
}
