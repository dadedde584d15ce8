import { suggestEmail } from "./suggest-email";

/**
 * What staff are told of an address that looks misspelt (N-EMAIL-1); nothing where it does not, or where the form came
 * with it a second time: `before` is what it came with then.
 */
export function emailToAskAbout(email: string, before: unknown): string | undefined {
  const near = suggestEmail(email);
  if (!near || (typeof before === "string" && before.trim().toLowerCase() === email.toLowerCase())) return undefined;
  return `Did you mean ${near}? Correct it, or send the form again to keep the address as it is.`;
}
