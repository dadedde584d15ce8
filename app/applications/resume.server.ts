import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { z } from "zod";
import { lookAtAddress, takeFromBoth } from "~/accounts/limits.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { enqueueMail } from "~/mail/outbox.server";
import { readResumeToken } from "~/mail/private-links.server";
import { readApplicationNumber } from "./application-number";
import { findApplication } from "./find.server";
import { grantHolder } from "./holder.server";
import { applicantName } from "./submit.server";

const hour = 3600;
const limits = { address: { max: 20, seconds: hour }, identity: { max: 5, seconds: hour } };

/** Whether an address may still ask for links or name emails, asked before a form is read (V-ATK-4). */
export const lookAtResume = (address: string) => lookAtAddress("resume", address, limits.address);

/**
 * Decision 27: a resume link or an email check 20 an hour for an address, 5 for an identity: an email, an id, or a
 * number, which counts as one however it is spelled.
 */
async function mayAsk(address: string, asked: string) {
  const identity = readApplicationNumber(asked) ?? asked;
  return (await takeFromBoth("resume", { address, identity }, limits)).allowed;
}

export type LinkState = { state: "good" | "expired"; applicationId: string; number: string } | { state: "unknown" };

/** What a resume link is worth, without redeeming it: mail scanners follow links, so only a POST does (W-RESUME-8). */
export async function readLink(token: string): Promise<LinkState> {
  const link = readResumeToken(token);
  const found = link ? await findApplication(link.applicationId) : undefined;
  if (!link || !found || !link.verify(found.application.resumeToken)) return { state: "unknown" };
  const { id, applicationNumber } = found.application;
  return { state: link.expired ? "expired" : "good", applicationId: id, number: applicationNumber };
}

/** Redeems a link: this browser holds the application from now on (W-RESUME-3, -9). */
export async function redeemLink(token: string, browser: string): Promise<{ id: string; cookie: string } | undefined> {
  const link = await readLink(token);
  if (link.state !== "good") return undefined;
  return { id: link.applicationId, cookie: await grantHolder(db, link.applicationId, browser) };
}

/** Opens a draft for who knows the email that it was started with (W-RESUME-2); throttled, one answer for every no. */
export async function openByEmail(
  context: { address: string; browser: string },
  applicationId: string,
  email: string,
): Promise<{ outcome: "opened"; cookie: string } | { outcome: "wrong" } | { outcome: "limited" }> {
  if (!(await mayAsk(context.address, applicationId))) return { outcome: "limited" };
  const found = await findApplication(applicationId);
  const right = found?.application.userEmail.trim().toLowerCase() === email.trim().toLowerCase();
  if (!found || !right) return { outcome: "wrong" };
  return { outcome: "opened", cookie: await grantHolder(db, found.application.id, context.browser) };
}

/**
 * Sends fresh links: for a number or an id to the address on file, for an email to itself, one for each of its
 * newest five applications. The caller says the same whatever comes of it, so that nobody learns what exists (W-RESUME-5 to -7).
 */
export async function sendFreshLinks(context: { address: string }, asked: string): Promise<"asked" | "limited"> {
  const text = asked.trim().slice(0, 300);
  if (!(await mayAsk(context.address, text))) return "limited";
  for (const application of await wanted(text)) await sendLink(application.id);
  return "asked";
}

async function wanted(text: string) {
  if (z.email().safeParse(text).success)
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
    if (!application) return;
    const { userEmail: email, applicationNumber, visaServiceId } = application;
    const [service] = visaServiceId
      ? await tx.select().from(visaServices).where(eq(visaServices.id, visaServiceId))
      : [];
    const name = applicantName(application.metadata, "");
    await enqueueMail(tx, {
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
    });
  });
}

/** Save & Exit: a fresh link goes out when the last one is older than a day (decision 17). */
export const leaveApplication = (id: string) => sendLink(id, new Date(Date.now() - 24 * hour * 1000));
