import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { suggestEmail } from "~/applications/access/change/suggest-email";
import { grantHolder, repeatHolder, sharedToken } from "~/applications/access/holder.server";
import { newApplicationNumber } from "~/applications/access/number";
import { isLongerThan, longestEmail, tooLong } from "~/core/character-count";
import { notEmail } from "~/core/email/email-address";
import { emailInput } from "~/core/email/email-input.server";
import { checkIpLimit, consumeIpAndIdentityLimits, ipKey, type LimitResult } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { doOnce } from "~/core/verbs/do-once.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import { applicationHolders, visaApplications } from "~/db/schema/applications";
import { seal } from "~/mail/links/private-links.server";
import { enqueueMail } from "~/mail/outbox.server";
import { lookForDrafts } from "./draft-mail.server";
import { insertDraft } from "./insert-draft.server";
import { quoteService, serviceKey } from "./service-quote.server";
import { isTierChosen } from "./tier-choice";

const startInput = z.object({
  email: emailInput,
  terms: z.literal("yes"),
  service: z.unknown().transform(serviceKey),
  /** The id of a pricing tier; null for none, or for `I am not sure yet` (N-BEGIN-2). */
  tier: z.unknown().transform((id) => (isTierChosen(id) ? id : null)),
  attempt: z.uuid(),
  /** Other people use this device (N-LINE-2). */
  shared: z.literal("yes").optional().catch(undefined),
  /** The answer to `Did you mean …?`: the address that was chosen, in the place of the typed one (N-EMAIL-1). */
  chosen: emailInput.optional(),
});

/**
 * Where the visitor is, the kind of the browser (both of `visit`), the hash of the token that it shows, if any, and
 * those of the applications that it shows (`applicationTokenHashes`).
 */
export type StartContext = {
  address: string;
  browser: string;
  token: string | undefined;
  held?: readonly string[];
};
export type Started = Done<{ id: string; cookie: string }>;
/** `conflict`: the address looks misspelt; `meant` is what it looks like, and nothing was written. */
type NotStarted =
  | Refused<undefined, "invalid">
  | Refused<{ typed: string; meant: string }, "conflict">
  | Refused<LimitResult, "limited">;

const hour = 3600;

/**
 * Starts an application with an email and the agreement alone (W-START-9 to -15): the draft, this browser's right to it
 * and the welcome mail in one transaction. A repeat with the same attempt key, address and visa by the same browser
 * within an hour gets the same application, and counts against no limit; a browser that takes no cookie has no repeats
 * (V-ATK-18).
 */
export async function startApplication(context: StartContext, form: FormData): Promise<Started | NotStarted> {
  const given = Object.fromEntries(form);
  const parsed = startInput.safeParse({ ...given, service: given.service ?? "", tier: given.tier ?? "" });
  if (!parsed.success) {
    const email = typeof given.email === "string" ? given.email : "";
    const malformed = email.trim() !== "" && parsed.error.issues.some((issue) => issue.path[0] === "email");
    const message = isLongerThan(email.trim(), longestEmail)
      ? tooLong("Email address", longestEmail, email.trim())
      : malformed
        ? notEmail
        : "Please provide your email and agree to the terms";
    return refuse("invalid", message);
  }
  const { chosen } = parsed.data;
  const email = chosen ?? parsed.data.email;
  const meant = suggestEmail(email);
  if (meant && !chosen) return refuse("conflict", "", { typed: email, meant });
  const { service, tier, shared } = parsed.data;
  const { attempt } = parsed.data;
  const sent = [email.toLowerCase(), service, tier];
  const begun = { email, keptEmails: meant ? [email.toLowerCase()] : [] };
  return beginDraft(context, {
    attempt,
    sent,
    isShared: shared === "yes",
    begun,
    offer: await quoteService(service, tier),
  });
}

const limits = { address: { max: 20, seconds: hour }, identity: { max: 5, seconds: hour } };

/** Whether an address has starts left, asked before a form is read (V-ATK-4). */
export const checkStartLimit = (address: string) => checkIpLimit("start", address, limits.address);

/**
 * Starts of one email in an hour by a browser that holds another one of it: a large family, which has followed no link
 * yet. A stranger who begins with the email gets as many, and takes none of its owner's.
 */
const ofFamily = { ...limits, identity: { max: 12, seconds: hour } };

/**
 * D27: 20 starts an hour for an address, 5 for an email from it, or more where this browser begins for a family
 * (F-LIMIT-1). An email's are counted separately for each address: anybody who knows it could otherwise keep its owner
 * from beginning. What they cause in its mailbox has a limit of its own (V-ATK-20). Counted in the transaction: a
 * repeat never counts.
 */
async function takeStart(tx: Transaction, { address, held = [] }: StartContext, email: string) {
  const most = (await holdsOneOf(tx, held, email)) ? ofFamily : limits;
  const identity = `${email} ${ipKey(address)}`;
  return consumeIpAndIdentityLimits("start", { address, identity, of: "email" }, most, tx);
}

/** Whether a browser that shows these tokens may open an application of this email. */
async function holdsOneOf(tx: Transaction, held: readonly string[], email: string): Promise<boolean> {
  if (held.length === 0) return false;
  const [one] = await tx
    .select({ id: visaApplications.id })
    .from(applicationHolders)
    .innerJoin(visaApplications, eq(visaApplications.id, applicationHolders.applicationId))
    .where(
      and(
        inArray(applicationHolders.tokenHash, [...held]),
        gt(applicationHolders.expiresAt, sql`now()`),
        eq(sql`lower(${visaApplications.userEmail})`, email.toLowerCase()),
      ),
    )
    .limit(1);
  return one !== undefined;
}

/** A draft to be begun. */
type Beginning = {
  /** The id that it gets, where something is made for it before. */
  id?: string;
  attempt: string;
  /** What the form says, for its attempt. */
  sent: unknown;
  isShared: boolean;
  begun: { email: string; keptEmails: string[]; emailHandled?: string | null };
  offer: Awaited<ReturnType<typeof quoteService>>;
  /** The application that it is made of, locked or checked by `isAllowed`, and what `fill` puts into the new one. */
  copied?: {
    isAllowed: (tx: Transaction) => Promise<boolean>;
    /** Takes from a limit of the copies themselves. */
    take: (tx: Transaction) => Promise<Refused<LimitResult, "limited"> | undefined> | undefined;
    fill: (tx: Transaction, id: string) => Promise<void>;
  };
};

/**
 * The draft, this browser's right to it and the mail of a start in one transaction; see `startApplication`. `forbidden`
 * where what it is to be made of does not allow it.
 */
export async function beginDraft(
  context: StartContext,
  beginning: Beginning & { copied: NonNullable<Beginning["copied"]> },
): Promise<Started | NotStarted | Refused<undefined, "forbidden">>;
export async function beginDraft(context: StartContext, beginning: Beginning): Promise<Started | NotStarted>;
export async function beginDraft(
  context: StartContext,
  beginning: Beginning,
): Promise<Started | NotStarted | Refused<undefined, "forbidden">> {
  const { browser, token, held = [] } = context;
  const { begun, isShared, offer, copied } = beginning;
  const { email } = begun;
  const { id = crypto.randomUUID() } = beginning;
  const applicationNumber = newApplicationNumber();
  const tokenFor = (applicationId: string) => {
    const { attempt: key } = beginning;
    const own = token ? seal("started application", token, key, applicationId).toString("base64url") : undefined;
    return isShared ? sharedToken(own) : own;
  };
  let cookie: string | undefined;
  const attempt = { kind: "start", owner: token ?? "", key: token && beginning.attempt, said: [beginning.sent] };
  // Not `inTransaction`, which rolls a refusal back: a refused start still counts against the limits.
  return db.transaction(async (tx) => {
    const begin = async (): Promise<Done<{ id: string }> | NotStarted | Refused<undefined, "forbidden">> => {
      if (copied && !(await copied.isAllowed(tx))) return refuse("forbidden");
      if ("reason" in offer) return offer;
      const often = await copied?.take(tx);
      if (often) return often;
      const left = await takeStart(tx, context, email);
      if (!left.allowed) return refuse("limited", tooMany("applications were started", left), left);
      await insertDraft(tx, { id, applicationNumber, begun, offer, begunWith: browser, linkSentAt: new Date() });
      await copied?.fill(tx, id);
      const serviceName = offer.service?.serviceName ?? null;
      const name = email.split("@")[0] ?? email;
      await enqueueMail(tx, {
        kind: "application_started",
        to: email,
        toName: name,
        applicationId: id,
        data: { name, email, applicationNumber, serviceName },
      });
      // Who makes one of an application that they hold knows of it.
      if (!copied) await lookForDrafts(tx, id, held);
      cookie = await grantHolder(tx, id, browser, { began: true, token: tokenFor(id) });
      return { ok: true, id };
    };
    /**
     * The same cookie again, for a request whose response was lost. Nothing when the draft was deleted or submitted,
     * or this browser's right was removed since: the key then starts again.
     */
    const holds = async (before: Awaited<ReturnType<typeof begin>>) => {
      if (!before.ok) return false;
      const own = and(eq(visaApplications.id, before.id), eq(visaApplications.status, "draft"));
      const [draft] = await tx.select({ id: visaApplications.id }).from(visaApplications).where(own);
      cookie = draft && (await repeatHolder(tx, draft.id, tokenFor(draft.id) ?? ""));
      return cookie !== undefined;
    };
    const started = await doOnce(tx, attempt, begin, { holds });
    return started.ok ? { ...started, cookie: cookie ?? "" } : started;
  });
}
