import { and, desc, eq, isNull, lt, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { findRestrictedCase } from "~/applications/access/find-restricted.server";
import { nameIn } from "~/applications/submission/answers.server";
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

/** The limit of an address for link requests and email checks, read before the form is (V-ATK-4). */
export const checkResumeLimit = (address: string) => checkIpLimit("resume", address, limits.address);

/**
 * D27: a resume link or an email check 20 an hour for an address, 5 for an identity: an email, an id, or a
 * number, which counts as one however it is spelled.
 */
async function takeLinkRequest(address: string, input: string) {
  const identity = readApplicationNumber(input) ?? input;
  const of = input.includes("@") ? "email" : "application";
  return consumeIpAndIdentityLimits("resume", { address, identity, of }, limits);
}

type Application = typeof visaApplications.$inferSelect;

type LinkState = { state: "good" | "expired"; found: FoundApplication } | { state: "unknown" };

/**
 * Checks a resume link without redeeming it: mail scanners follow links, so only a POST redeems (W-RESUME-8). One that
 * was ended before its time counts as expired (V-ATK-16).
 */
export async function readLink(token: string): Promise<LinkState> {
  const link = readPrivateLink("resume", token);
  const found = link ? await findApplication(link.id) : undefined;
  // After the address was detached its links reveal no application.
  if (!link?.isOurs || !found?.application.userEmail) return { state: "unknown" };
  const good = !link.expired && link.verify(found.application.resumeToken);
  return { state: good ? "good" : "expired", found };
}

/** The case whose link it was and that is restricted now: its page says so, and nothing more (V-ERASE-4). */
export async function restrictedBy(token: string): Promise<string | undefined> {
  const link = readPrivateLink("resume", token);
  if (!link?.isOurs) return undefined;
  return (await findRestrictedCase(link.id)) && link.id;
}

/**
 * Opens a draft by the email in force (W-RESUME-2, N-EMAIL-12). Limited; unknown application and wrong email are
 * both `invalid`. What opens by its link alone is forbidden, whatever the email (`opensByLinkOnly`). `shared`: other
 * people use the device (N-LINE-2).
 */
export async function openByEmail(
  context: { address: string; browser: string; shared?: boolean },
  applicationId: string,
  email: string,
): Promise<Done<{ cookie: string }> | Refused> {
  const taken = await takeLinkRequest(context.address, applicationId);
  if (!taken.allowed) return refuse("limited", tooMany("attempts were made", taken, "use the link in our mail"));
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
    const given = context.shared ? { token: sharedToken() } : {};
    return { ok: true, cookie: await grantHolder(tx, application.id, context.browser, given) };
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
 * Whether only the mailed link opens it, id and email no longer do: it is submitted (V-ATK-17); the email is not
 * confirmed, so it may be a stranger's (V-ATK-12); or somebody ended browsers or links, whose holders know both
 * (V-ATK-15).
 */
export const opensByLinkOnly = ({ status, userEmail, emailConfirmedAt, opensByLinkOnly: ended }: Opening) =>
  status !== "draft" || userEmail === "" || emailConfirmedAt === null || ended;

/**
 * Has fresh links sent: for a number or an id to the address on file, for an email to itself, one for each of its
 * newest five applications. Neither the answer nor its time reveals what exists (W-RESUME-5 to -7, V-ATK-19).
 */
export async function sendFreshLinks(context: { address: string }, input: string): Promise<Done | Refused> {
  const text = soughtIn(input);
  if (text === undefined) return refuse("invalid");
  const taken = await takeLinkRequest(context.address, text);
  if (!taken.allowed) return refuse("limited", tooMany("links were requested", taken));
  await db.transaction((tx) => enqueue(tx, linksJob, { asked: text }));
  return { ok: true };
}

/**
 * What a text asks for: an email address, an application's number, or its id, alone or in a link; undefined for a text
 * that could be none of them. A private link is answered like any other, also one that is not ours (F-MAIL-4).
 */
function soughtIn(typed: string): string | undefined {
  const text = withoutInvisible(typed).trim();
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
 * `leaving`: sent by Save & Exit, unless a link was sent within a day. Once the email is confirmed the holder is its
 * owner, so that mail does not count as caused by others (V-ATK-20).
 */
const sendLink = (id: string, leaving = false) => db.transaction((tx) => enqueueLink(tx, id, { leaving }));

/** A fresh link to the address on file, in the caller's transaction; nothing where there is no address. */
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
 * Mails the link of a change of address that waits instead, to the new address: true where that is the link that is
 * wanted. Others ask for the address in force where that is confirmed, so that its owner is not locked out (F-APPL-11).
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

/** Save & Exit: a fresh link goes out when the last one is older than a day (D17). */
export const leaveApplication = (id: string) => sendLink(id, true);
