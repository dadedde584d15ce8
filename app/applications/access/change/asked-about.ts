import { suggestEmail } from "./suggest-email";

/**
 * Suggests a correction of an address that looks misspelt; undefined if there is none, or if the form sends the same
 * address again: `before` is the address that it asked about.
 */
export function emailToAskAbout(email: string, before: unknown): string | undefined {
  const near = suggestEmail(email);
  if (!near || (typeof before === "string" && before.trim().toLowerCase() === email.toLowerCase())) return undefined;
  return `Did you mean ${near}? Correct it, or send the form again to keep the address as it is.`;
}
