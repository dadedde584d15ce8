import { readEmail } from "~/core/email/email-address";
import { shownEmail } from "~/core/email/shown-email";

/** Returns a typed email as it is used and shown, or the text. Some browsers show a Unicode domain and submit ASCII. */
export function usedEmail(typed: string): string {
  const email = readEmail(typed);
  return email === undefined || email === typed ? typed : shownEmail(email);
}
