import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { z } from "zod";
import { takeFromBoth } from "~/accounts/limits.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";
import { readResumeToken } from "~/mail/private-links.server";
import { readApplicationNumber } from "./application-number";
import { findApplication } from "./find.server";
import { grantHolder, holderToken } from "./holder.server";
import { applicantName } from "./submit.server";

const hour = 3600;
/**
 * Decision 27: a resume link or an email check 20 an hour for an address, 5 for an identity: an email, an id, or a
 * number, which counts as one however it is spelled.
 */
async function mayAsk(address: string, asked: string) {
  const identity = readApplicationNumber(asked) ?? asked;
  const limits = { address: { max: 20, seconds: hour }, identity: { max: 5, seconds: hour } };
  return (await takeFromBoth("resume", { address, identity }, limits)).allowed;
}

export type LinkState = { state: "good" | "expired"; applicationId: string; number: string } | { state: "unknown" };

/**
 * What a resume link is worth, without redeeming it: mail scanners follow links, so only a POST does (W-RESUME-8). One
 * that was ended before its time is expired (V-ATK-16).
 */
export async function readLink(token: string): Promise<LinkState> {
  const link = readResumeToken(token);
  const found = link ? await findApplication(link.applicationId) : undefined;
  if (!link?.ours || !found) return { state: "unknown" };
  const { id, applicationNumber } = found.application;
  const good = !link.expired && link.verify(found.application.resumeToken);
  return { state: good ? "good" : "expired", applicationId: id, number: applicationNumber };
}

/**
 * Redeems a link: this browser holds the application from now on (W-RESUME-3, -9), instead of what it held it by before
 * (the header `cookie`).
 */
export async function redeemLink(
  token: string,
  browser: string,
  cookie: string,
): Promise<{ id: string; cookie: string } | undefined> {
  const link = readResumeToken(token);
  if (!link?.ours || link.expired) return undefined;
  return db.transaction(async (tx) => {
    // Locked: who ends all links waits, and then ends this browser, too; or was first, and this link is one of them.
    const [application] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, link.applicationId))
      .for("share");
    if (!application || !link.verify(application.resumeToken)) return undefined;
    const { id } = application;
    return { id, cookie: await grantHolder(tx, id, browser, { instead: holderToken(cookie, id) }) };
  });
}

/**
 * Opens a draft for who knows the email that it was started with (W-RESUME-2); throttled, one answer for every no.
 * `by-link`, whatever the email: what is submitted (V-ATK-17), and where somebody ended browsers or links (V-ATK-15), who
 * know the email as well.
 */
export async function openByEmail(
  context: { address: string; browser: string },
  applicationId: string,
  email: string,
): Promise<{ outcome: "opened"; cookie: string } | { outcome: "wrong" | "by-link" | "limited" }> {
  if (!(await mayAsk(context.address, applicationId))) return { outcome: "limited" };
  return db.transaction(async (tx) => {
    // Locked: who ends browsers meanwhile is waited for, or waits, and then finds the one that was opened here.
    const [application] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("share");
    if (application && opensByLinkOnly(application)) return { outcome: "by-link" };
    const right = application?.userEmail.trim().toLowerCase() === email.trim().toLowerCase();
    if (!application?.userEmail || !right) return { outcome: "wrong" };
    return { outcome: "opened", cookie: await grantHolder(tx, application.id, context.browser) };
  });
}

const linksJob = defineJob({
  name: "applications.send-links",
  data: z.object({ asked: z.string() }),
  retry: { retries: 5, firstWait: 5, longestWait: 120 },
  timeout: 60,
  forgotten: 300,
});

/** What there is to send is asked by the queue: the request does the same whatever exists (V-ATK-19). */
export function registerLinks(): void {
  registerJob(linksJob, async ({ asked }) => {
    for (const { id } of await wanted(asked)) await sendLink(id);
  });
}
/** Whether its email opens it no more. */
export const opensByLinkOnly = (application: { status: string; opensByLinkOnly: boolean }) =>
  application.status !== "draft" || application.opensByLinkOnly;

/**
 * Has fresh links sent: for a number or an id to the address on file, for an email to itself, one for each of its
 * newest five applications. Neither what the caller says nor its time tells what exists (W-RESUME-5 to -7, V-ATK-19).
 */
export async function sendFreshLinks(context: { address: string }, asked: string): Promise<"asked" | "limited"> {
  const text = asked.trim().slice(0, 300);
  if (!(await mayAsk(context.address, text))) return "limited";
  if (isEmail(text) || readApplicationNumber(text) || z.uuid().safeParse(text).success)
    await db.transaction((tx) => enqueue(tx, linksJob, { asked: text }));
  return "asked";
}

const isEmail = (text: string) => z.email().safeParse(text).success;

async function wanted(text: string) {
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

async function sendLink(id: string, onlyIfOlderThan?: Date) {
  await db.transaction(async (tx) => {
    const old =
      onlyIfOlderThan && or(isNull(visaApplications.linkSentAt), lt(visaApplications.linkSentAt, onlyIfOlderThan));
    const [application] = await tx
      .update(visaApplications)
      .set({ linkSentAt: new Date() })
      .where(and(eq(visaApplications.id, id), old))
      .returning();
    // Nobody's address is written to.
    if (!application?.userEmail) return;
    const { userEmail: email, applicationNumber, visaServiceId } = application;
    const [service] = visaServiceId
      ? await tx.select().from(visaServices).where(eq(visaServices.id, visaServiceId))
      : [];
    const name = applicantName(application.metadata, "");
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
      // Who holds it is its owner for sure once the email is confirmed (V-ATK-20).
      { byOthers: !onlyIfOlderThan || !application.emailConfirmedAt },
    );
  });
}

/** Save & Exit: a fresh link goes out when the last one is older than a day (decision 17). */
export const leaveApplication = (id: string) => sendLink(id, new Date(Date.now() - 24 * hour * 1000));
