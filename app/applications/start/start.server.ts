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
import { applicationHolders, type Metadata, visaApplications } from "~/db/schema/applications";
import { seal } from "~/mail/links/private-links.server";
import { enqueueMail } from "~/mail/outbox.server";
import { lookForDrafts } from "./draft-mail.server";
import { fillDraft } from "./fill-draft.server";
import { insertDraft } from "./insert-draft.server";
import type { NotNeededQuestion } from "./not-needed";
import { answersOfStart, askIfNotNeeded, isNationality, wrongNationality } from "./not-needed.server";
import { quoteService, serviceKey } from "./service-quote.server";
import { isTierChosen } from "./tier-choice";

const startInput = z.object({
  email: emailInput,
  terms: z.literal("yes"),
  service: z.unknown().transform(serviceKey),
  /** A tier's id; null for none, or for `I am not sure yet`. */
  tier: z.unknown().transform((id) => (isTierChosen(id) ? id : null)),
  attempt: z.uuid(),
  /** Others use this device. */
  shared: z.literal("yes").optional().catch(undefined),
  /** The answer to `Did you mean …?`, used instead of the typed address. */
  chosen: emailInput.optional(),
  /** Optional. */
  nationality: z.string().trim().catch(""),
  /** The nationality for which the visa is wanted although it is not needed. */
  anyway: z.string().catch(""),
});

/**
 * `address`: IP address; `browser`: its kind; `token`: hash of the browser's token; `tokenHashes`: hashes of its
 * applications' tokens (`applicationTokenHashes`).
 */
export type StartContext = {
  address: string;
  browser: string;
  token: string | undefined;
  tokenHashes?: readonly string[];
};
export type Started = Done<{ id: string; cookie: string }>;
/**
 * `conflict`: nothing was written, and a question has to be answered first. The address looks misspelt, and `meant` is
 * the suggestion; or the nationality does not need the visa.
 */
type NotStarted =
  | Refused<undefined, "invalid">
  | Refused<{ typed: string; meant: string } | NotNeededQuestion, "conflict">
  | Refused<LimitResult, "limited">;

const hour = 3600;

/**
 * Starts an application with email and agreement: the draft, this browser's access and the welcome mail in one
 * transaction. A repeat by the same browser within an hour with the same attempt key, address and visa gets the same
 * application and does not count; a browser without cookies has no repeats (V-ATK-18).
 */
export async function startApplication(context: StartContext, form: FormData): Promise<Started | NotStarted> {
  const fields = Object.fromEntries(form);
  const parsed = startInput.safeParse({ ...fields, service: fields.service ?? "", tier: fields.tier ?? "" });
  if (!parsed.success) {
    const email = typeof fields.email === "string" ? fields.email : "";
    const malformed = email.trim() !== "" && parsed.error.issues.some((issue) => issue.path[0] === "email");
    const message = isLongerThan(email.trim(), longestEmail)
      ? tooLong("Email address", longestEmail, email.trim())
      : malformed
        ? notEmail
        : "Please provide your email and agree to the terms";
    return refuse("invalid", message);
  }
  const { chosen } = parsed.data;
  const { service, tier, shared, nationality, anyway } = parsed.data;
  if (nationality && !isNationality(nationality)) return refuse("invalid", wrongNationality);
  const offer = await quoteService(service, tier);
  const asked =
    nationality && "tierName" in offer && offer.service ? await askIfNotNeeded(offer.service, nationality) : null;
  if (asked && anyway !== nationality) return refuse("conflict", "", asked);
  const email = chosen ?? parsed.data.email;
  const meant = suggestEmail(email);
  if (meant && !chosen) return refuse("conflict", "", { typed: email, meant });
  const { attempt } = parsed.data;
  const sent = [email.toLowerCase(), service, tier, ...(nationality ? [nationality] : [])];
  const begun = { email, keptEmails: meant ? [email.toLowerCase()] : [] };
  const answers =
    nationality && "tierName" in offer ? await answersOfStart(email, nationality, offer, asked) : undefined;
  return beginDraft(context, {
    attempt,
    sent,
    isShared: shared === "yes",
    contact: begun,
    offer,
    answers,
  });
}

const limits = { address: { max: 20, seconds: hour }, identity: { max: 5, seconds: hour } };

/** Checked before the form is read. */
export const checkStartLimit = (ip: string) => checkIpLimit("start", ip, limits.address);

/**
 * Per email and hour in a browser that can open another application of it: a large family, before it followed a link. A
 * stranger with the email gets as many, and takes none of its owner's.
 */
const ofFamily = { ...limits, identity: { max: 12, seconds: hour } };

/**
 * 20 starts an hour per IP address, 5 per email from it, more if this browser starts for a family (D27). Emails are
 * counted per IP address, or anybody could keep an email's owner from starting. Counted in the transaction, so a repeat
 * never counts.
 */
async function consumeStartLimit(tx: Transaction, { address, tokenHashes = [] }: StartContext, email: string) {
  const limit = (await hasApplicationOf(tx, tokenHashes, email)) ? ofFamily : limits;
  const identity = `${email} ${ipKey(address)}`;
  return consumeIpAndIdentityLimits("start", { address, identity, of: "email" }, limit, tx);
}

async function hasApplicationOf(tx: Transaction, tokenHashes: readonly string[], email: string): Promise<boolean> {
  if (tokenHashes.length === 0) return false;
  const [row] = await tx
    .select({ id: visaApplications.id })
    .from(applicationHolders)
    .innerJoin(visaApplications, eq(visaApplications.id, applicationHolders.applicationId))
    .where(
      and(
        inArray(applicationHolders.tokenHash, [...tokenHashes]),
        gt(applicationHolders.expiresAt, sql`now()`),
        eq(sql`lower(${visaApplications.userEmail})`, email.toLowerCase()),
      ),
    )
    .limit(1);
  return row !== undefined;
}

type DraftStart = {
  /** Its id, if something was created for it before. */
  id?: string;
  attempt: string;
  sent: unknown;
  isShared: boolean;
  contact: { email: string; keptEmails: string[]; emailHandled?: string | null };
  offer: Awaited<ReturnType<typeof quoteService>>;
  /** What was answered at the start, with the email. */
  answers?: Metadata | undefined;
  /** The application that is copied: `check` locks it and may refuse, `fill` writes into the new draft. */
  copied?: {
    check: (tx: Transaction) => Promise<NotCopied | undefined>;
    /** Takes from the limit of copies. */
    take: (tx: Transaction) => Promise<Refused<LimitResult, "limited"> | undefined> | undefined;
    fill: (tx: Transaction, id: string) => Promise<void>;
  };
};

/** `conflict`: somebody has started the same. */
export type NotCopied = Refused<undefined, "forbidden" | "conflict">;

/** As `startApplication`, also for copies, which the copied application may refuse. */
export async function beginDraft(
  context: StartContext,
  start: DraftStart & { copied: NonNullable<DraftStart["copied"]> },
): Promise<Started | NotStarted | NotCopied>;
export async function beginDraft(context: StartContext, start: DraftStart): Promise<Started | NotStarted>;
export async function beginDraft(context: StartContext, start: DraftStart): Promise<Started | NotStarted | NotCopied> {
  const { browser, token, tokenHashes = [] } = context;
  const { contact, isShared, offer, answers, copied } = start;
  const { email } = contact;
  const { id = crypto.randomUUID() } = start;
  const applicationNumber = newApplicationNumber();
  const tokenFor = (applicationId: string) => {
    const { attempt: key } = start;
    const own = token ? seal("started application", token, key, applicationId).toString("base64url") : undefined;
    return isShared ? sharedToken(own) : own;
  };
  let cookie: string | undefined;
  const attempt = { kind: "start", owner: token ?? "", key: token && start.attempt, content: [start.sent] };
  // Not `inTransaction`, which rolls a refusal back: a refused start still counts against the limits.
  return db.transaction(async (tx) => {
    const createDraft = async (): Promise<Done<{ id: string }> | NotStarted | NotCopied> => {
      const notCopied = await copied?.check(tx);
      if (notCopied) return notCopied;
      if ("reason" in offer) return offer;
      const often = await copied?.take(tx);
      if (often) return often;
      const left = await consumeStartLimit(tx, context, email);
      if (!left.allowed) return refuse("limited", tooMany("applications were started", left), left);
      await insertDraft(tx, {
        id,
        applicationNumber,
        contact,
        offer,
        begunWith: browser,
        linkSentAt: new Date(),
      });
      if (answers) await fillDraft(tx, id, answers);
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
      // Somebody who copies their application knows of it.
      if (!copied) await lookForDrafts(tx, id, tokenHashes);
      cookie = await grantHolder(tx, id, browser, { began: true, token: tokenFor(id) });
      return { ok: true, id };
    };
    /**
     * The same cookie again, for a request whose response was lost. Undefined if the draft was deleted or submitted, or
     * this browser's access ended: the key then starts again.
     */
    const holds = async (before: Awaited<ReturnType<typeof createDraft>>) => {
      if (!before.ok) return false;
      const own = and(eq(visaApplications.id, before.id), eq(visaApplications.status, "draft"));
      const [draft] = await tx.select({ id: visaApplications.id }).from(visaApplications).where(own);
      cookie = draft && (await repeatHolder(tx, draft.id, tokenFor(draft.id) ?? ""));
      return cookie !== undefined;
    };
    const started = await doOnce(tx, attempt, createDraft, { holds });
    return started.ok ? { ...started, cookie: cookie ?? "" } : started;
  });
}
