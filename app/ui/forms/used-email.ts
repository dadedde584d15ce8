import { readEmail } from "~/core/email/email-address";
import { shownEmail } from "~/core/email/shown-email";

/**
 * The address that is used of a typed text, as it is shown; the text itself where that is none or nothing is around it.
 * Some browsers show a domain in its letters and say it in ASCII.
 */
export function usedEmail(typed: string): string {
  const email = readEmail(typed);
  return email === undefined || email === typed ? typed : shownEmail(email);
}
