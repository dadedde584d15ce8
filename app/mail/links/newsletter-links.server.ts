import { readToken, sealedLink } from "./private-links.server";

/** The link that confirms a subscription expires after a week; the one that ends it never does. */
const confirmLinkDays = 7;
const never = 2 ** 48 - 1;

export type NewsletterStep = "confirm" | "unsubscribe";
type Subscriber = { id: string; email: string };

/** The private links of a subscriber (D17): made when a mail is sent, for this address alone. */
export function newsletterLinks({ id, email }: Subscriber): Record<NewsletterStep, string> {
  const confirmUntil = Date.now() + confirmLinkDays * 86_400_000;
  return {
    confirm: sealedLink("/newsletter/confirm", "newsletter confirm", id, email, confirmUntil),
    unsubscribe: sealedLink("/newsletter/unsubscribe", "newsletter unsubscribe", id, email, never),
  };
}

/** Reads the subscriber's id from a token, unverified; `verify` checks the token with the stored address. */
export function readNewsletterToken(step: NewsletterStep, token: string) {
  const read = readToken(token);
  return read && { ...read, verify: (email: string) => read.verify(`newsletter ${step}`, email) };
}
