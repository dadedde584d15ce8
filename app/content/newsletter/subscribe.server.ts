import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { notEmail } from "~/core/email/email-address";
import { lowerEmailInput } from "~/core/email/email-input.server";
import {
  checkIpLimit,
  consumeIpLimit,
  consumeLimit,
  identityLimitKey,
  type LimitResult,
} from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { newsletterSubscribers } from "~/db/schema/content";
import { readPrivateLink } from "~/mail/links/private-links.server";
import { enqueueMail } from "~/mail/outbox.server";
import { isHoneypotFilled } from "~/ui/forms/honeypot-field";

/** SQL: confirmed, and not unsubscribed since. */
export const isSubscribed = and(
  isNotNull(newsletterSubscribers.confirmedAt),
  isNull(newsletterSubscribers.unsubscribedAt),
);

const hour = 3600;

const ofAddress = { max: 20, seconds: hour };
const tooManyAddresses = (limitResult: LimitResult) =>
  refuse("limited", tooMany("addresses were entered", limitResult));

/** Returns the refusal of an IP that subscribed too often, before its form is parsed (V-ATK-4); otherwise undefined. */
export async function refuseSubscribing(context: { address: string }): Promise<Refused | undefined> {
  const limitResult = await checkIpLimit("newsletter", context.address, ofAddress);
  return limitResult.allowed ? undefined : tooManyAddresses(limitResult);
}

/**
 * Sends the opt-in mail. Every address gets the same response in the same time, so neither reveals who is subscribed.
 * At most three such mails per address and day. A form that looks automated must be confirmed, as an inquiry does.
 */
export async function subscribe(
  context: { address: string },
  form: FormData,
): Promise<Done<{ email: string }> | Refused> {
  const parsed = lowerEmailInput.safeParse(form.get("email"));
  if (!parsed.success) return refuse("invalid", notEmail);
  if (isHoneypotFilled(form))
    return refuse("invalid", "We couldn’t tell whether a person sent this. Please send it again.");
  const email = parsed.data;
  const from = await consumeIpLimit("newsletter", context.address, ofAddress);
  if (!from.allowed) return tooManyAddresses(from);
  const limit = await consumeLimit(identityLimitKey("newsletter", email), { max: 3, seconds: 24 * hour });
  if (!limit.allowed) return { ok: true, email };
  await db.transaction(async (tx) => {
    const pending = sql`case when ${newsletterSubscribers.confirmedAt} is null then now() else ${newsletterSubscribers.createdAt} end`;
    await tx
      .insert(newsletterSubscribers)
      .values({ email })
      .onConflictDoUpdate({ target: newsletterSubscribers.email, set: { createdAt: pending } });
    await enqueueMail(tx, { kind: "newsletter_opt_in", to: email, toName: "", data: { email } });
  });
  return { ok: true, email };
}

export type NewsletterLink = { state: "good" | "expired"; id: string; email: string } | { state: "unknown" };

/** Checks a private link. Changes nothing, because mail scanners follow links. */
export async function readNewsletterLink(step: "confirm" | "unsubscribe", rawToken: string): Promise<NewsletterLink> {
  const token = readPrivateLink(step, rawToken);
  const [row] = token
    ? await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, token.id))
    : [];
  if (!token || !row || !token.verify(row.email)) return { state: "unknown" };
  return { state: token.expired ? "expired" : "good", id: row.id, email: row.email };
}

/** Confirms a subscription. Idempotent. */
export async function confirmSubscription(token: string): Promise<NewsletterLink> {
  const link = await readNewsletterLink("confirm", token);
  if (link.state !== "good") return link;
  await db
    .update(newsletterSubscribers)
    .set({ confirmedAt: sql`coalesce(${newsletterSubscribers.confirmedAt}, now())`, unsubscribedAt: null })
    .where(eq(newsletterSubscribers.id, link.id));
  return link;
}

/** Ends a subscription, also an unconfirmed one. Idempotent. */
export async function unsubscribe(token: string): Promise<NewsletterLink> {
  const link = await readNewsletterLink("unsubscribe", token);
  if (link.state !== "good") return link;
  await db
    .update(newsletterSubscribers)
    .set({ unsubscribedAt: sql`coalesce(${newsletterSubscribers.unsubscribedAt}, now())` })
    .where(eq(newsletterSubscribers.id, link.id));
  return link;
}
