import { and, desc, eq, isNull, lt, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { findRestrictedCase } from "~/applications/access/find-restricted.server";
import { nameIn } from "~/applications/stored-answers/answers.server";
import { comparableEmail, isEmail, readEmail } from "~/core/email/email-address";
import { checkIpLimit, consumeIpAndIdentityLimits } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { withoutInvisible } from "~/core/text-input";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { readPrivateLink } from "~/mail/links/private-links.server";
import { enqueueMail } from "~/mail/outbox.server";
import { mailChangeLink, openChange } from "./change/open-change.server";
import { type FoundApplication, findApplication } from "./find.server";
import { grantHolder, sharedToken } from "./holder.server";
import { readApplicationNumber } from "./number";

const hour = 3600;
const limits = { address: { max: 20, seconds: hour }, identity: { max: 5, seconds: hour } };

/** Checked before the form is read. */
export const checkResumeLimit = (ip: string) => checkIpLimit("resume", ip, limits.address);

/** 20 resume links or email checks an hour per IP address, 5 per email, id or number, however it is written (D27). */
export async function consumeLinkLimit(ip: string, input: string) {
  const identity = readApplicationNumber(input) ?? input;
  const of = input.includes("@") ? "email" : "application";
  return consumeIpAndIdentityLimits("resume", { address: ip, identity, of }, limits);
}

type Application = typeof visaApplications.$inferSelect;

type LinkState = { state: "good" | "expired"; found: FoundApplication } | { state: "unknown" };

/** Validates a resume link without redeeming it: scanners follow links, so only a POST redeems. Ended means expired. */
export async function readLink(token: string): Promise<LinkState> {
  const link = readPrivateLink("resume", token);
  const found = link ? await findApplication(link.id) : undefined;
  // Links to a detached address reveal no application.
  if (!link?.isOurs || !found?.application.userEmail) return { state: "unknown" };
  const good = !link.expired && link.verify(found.application.resumeToken);
  return { state: good ? "good" : "expired", found };
}

/** Finds the restricted case of a link: its page says so, and nothing more. */
export async function restrictedBy(token: string): Promise<string | undefined> {
  const link = readPrivateLink("resume", token);
  if (!link?.isOurs) return undefined;
  return (await findRestrictedCase(link.id)) && link.id;
}

/**
 * Opens a draft by the current email. Limited; unknown application and wrong email are both `invalid`. Forbidden if
 * only a link opens it (`opensByLinkOnly`), whatever the email. `shared`: others use the device.
 */
export async function openByEmail(
  context: { address: string; browser: string; shared?: boolean },
  applicationId: string,
  email: string,
): Promise<Done<{ cookie: string }> | Refused> {
  const limit = await consumeLinkLimit(context.address, applicationId);
  if (!limit.allowed) return refuse("limited", tooMany("attempts were made", limit, "use the link in our email"));
  return inTransaction(async (tx): Promise<Done<{ cookie: string }> | Refused> => {
    // The lock orders this against `endBrowsers`: one that runs later also ends the browser that is opened here.
    const [application] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("share");
    if (application && opensByLinkOnly(application)) return refuse("forbidden");
    const isRight = application && comparableEmail(application.userEmail) === comparableEmail(email);
    if (!application?.userEmail || !isRight) return refuse("invalid");
    const tokenOption = context.shared ? { token: sharedToken() } : {};
    return { ok: true, cookie: await grantHolder(tx, application.id, context.browser, tokenOption) };
  });
}

const linksJob = defineJob({
  name: "applications.send-links",
  data: z.object({ asked: z.string() }),
  retry: { retries: 5, firstWait: 5, maxWait: 120 },
  timeout: 60,
  retention: 300,
});

/** The queue looks up what to send, so the request's time does not depend on what exists (V-ATK-19). */
export function registerLinks(): void {
  registerJob(linksJob, async ({ asked }) => {
    for (const { id } of await applicationsOf(asked)) await sendLink(id);
  });
}
type Opening = Pick<Application, "status" | "userEmail" | "emailConfirmedAt" | "opensByLinkOnly">;

/**
 * Whether id and email don't open it, only a mailed link: it is submitted; its email is unconfirmed, perhaps a
 * stranger's; or browsers or links were ended, whose users know both.
 */
export const opensByLinkOnly = ({ status, userEmail, emailConfirmedAt, opensByLinkOnly: ended }: Opening) =>
  status !== "draft" || userEmail === "" || emailConfirmedAt === null || ended;

/**
 * Queues new links: for a number or an id to the address on file, for an email to itself, one for each of its newest
 * five applications. Neither the answer nor its time reveals what exists (V-ATK-19).
 */
export async function sendFreshLinks(context: { address: string }, input: string): Promise<Done | Refused> {
  const text = soughtIn(input);
  if (text === undefined) return refuse("invalid");
  const limit = await consumeLinkLimit(context.address, text);
  if (!limit.allowed) return refuse("limited", tooMany("links were requested", limit));
  await db.transaction((tx) => enqueue(tx, linksJob, { asked: text }));
  return { ok: true };
}

/**
 * Parses an email address, an application's number, or its id, alone or in a link; undefined if it can't be any of
 * them. Private links, ours or not, get the same answer.
 */
function soughtIn(rawText: string): string | undefined {
  const text = withoutInvisible(rawText).trim();
  const id = idOrPath.exec(text)?.[1];
  const token = /[?&]token=([\w.~-]+)/.exec(text)?.[1];
  const linked = token && (readPrivateLink("resume", token)?.id ?? crypto.randomUUID());
  const number = readApplicationNumber(/\/apply\/([^/?#]+)/.exec(text)?.[1] ?? text);
  return readEmail(text) ?? number ?? id?.toLowerCase() ?? linked;
}

const idOrPath = /(?:^|\/apply\/)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:$|[/?#])/i;

async function applicationsOf(text: string) {
  if (isEmail(text))
    return db
      .select({ id: visaApplications.id })
      .from(visaApplications)
      .where(eq(sql`lower(${visaApplications.userEmail})`, text.toLowerCase()))
      .orderBy(desc(visaApplications.createdAt))
      .limit(5);
  const found = await findApplication(readApplicationNumber(text) ?? text);
  return found ? [{ id: found.application.id }] : [];
}

/**
 * `leaving`: sent by Save & Exit, unless a link was sent within a day. A confirmed holder owns the address, so that
 * mail does not count as caused by others (V-ATK-20).
 */
const sendLink = (id: string, leaving = false) => db.transaction((tx) => enqueueLink(tx, id, { leaving }));

/** Mails a new link to the address on file, if any, in the caller's transaction. */
export async function enqueueLink(tx: Transaction, id: string, { leaving = false } = {}): Promise<void> {
  const dayAgo = new Date(Date.now() - 24 * hour * 1000);
  if (await mailPendingLink(tx, id, { leaving, dayAgo })) return;
  const old = leaving ? or(isNull(visaApplications.linkSentAt), lt(visaApplications.linkSentAt, dayAgo)) : undefined;
  const [application] = await tx
    .update(visaApplications)
    .set({ linkSentAt: new Date() })
    .where(and(eq(visaApplications.id, id), ne(visaApplications.userEmail, ""), old))
    .returning();
  if (!application) return;
  const { userEmail: email, applicationNumber, visaServiceId } = application;
  const [service] = visaServiceId ? await tx.select().from(visaServices).where(eq(visaServices.id, visaServiceId)) : [];
  const name = nameIn(application, "");
  await enqueueMail(
    tx,
    {
      kind: "resume_link",
      to: email,
      toName: name,
      applicationId: id,
      data: {
        name,
        email,
        applicationNumber,
        serviceName: service?.serviceName ?? null,
        submittedAt: application.submittedAt?.toISOString() ?? null,
      },
    },
    { byOthers: !leaving || !application.emailConfirmedAt },
  );
}

/**
 * Mails an open change's link to the new address instead; returns true if that is the link wanted. If the current
 * address is confirmed, others get a link to that one, so that its owner is not locked out.
 */
async function mailPendingLink(tx: Transaction, id: string, { leaving, dayAgo }: { leaving: boolean; dayAgo: Date }) {
  const open = await openChange(tx, id);
  if (!open) return false;
  const [application] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id)).for("update");
  if (!application || (application.emailConfirmedAt && !leaving)) return false;
  const byOthers = !leaving || !application.emailConfirmedAt;
  if (!leaving || open.mailedAt < dayAgo) await mailChangeLink(tx, application, { byOthers });
  return true;
}

/** Mails a new link on Save & Exit if the last one is older than a day (D17). */
export const leaveApplication = (id: string) => sendLink(id, true);
