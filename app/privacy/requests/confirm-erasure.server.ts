import { and, eq, sql } from "drizzle-orm";
import { recordActivity } from "~/core/activity.server";
import { db } from "~/db/client.server";
import { erasureRequests } from "~/db/schema/privacy/rights";
import { readPrivateLink } from "~/mail/links/private-links.server";
import { subjectOf, subjectsBy } from "./subjects.server";

export type ErasureLink = { state: "unknown" } | { state: "good" | "expired" | "used"; covers: string[] };

/** Whether the record still has the email that the link was sent to: a former owner can't erase it. */
const isTheirs = sql`lower(${erasureRequests.email}) = lower(coalesce(
  (select user_email from visa_applications a where a.id = ${erasureRequests.applicationId}),
  (select i.email from visa_inquiries i where i.id = ${erasureRequests.inquiryId}),
  (select s.email from newsletter_subscribers s where s.id = ${erasureRequests.subscriberId})))`;

/** Checks the mailed link. Changes nothing, because mail scanners follow links. */
export async function readErasureLink(input: string): Promise<ErasureLink> {
  const token = readPrivateLink("erase", input);
  if (!token) return { state: "unknown" };
  const rows = await db
    .select()
    .from(erasureRequests)
    .where(and(eq(erasureRequests.groupId, token.id), isTheirs));
  const own = rows.filter(({ secret }) => token.verify(secret));
  if (own.length === 0) return { state: "unknown" };
  const covers = (await subjectsBy(own.map(subjectOf))).map(({ label }) => label);
  if (own.every(({ state }) => state !== "asked")) return { state: "used", covers };
  return { state: token.expired ? "expired" : "good", covers };
}

/** Confirms requests, which starts their 30 days. Idempotent. */
export async function confirmErasure(input: string, ip: string): Promise<ErasureLink> {
  const link = await readErasureLink(input);
  const groupId = readPrivateLink("erase", input)?.id;
  if (link.state !== "good" || !groupId) return link;
  await db.transaction(async (tx) => {
    const confirmed = await tx
      .update(erasureRequests)
      .set({ state: "open", confirmedAt: new Date() })
      .where(and(eq(erasureRequests.groupId, groupId), eq(erasureRequests.state, "asked"), isTheirs))
      .returning();
    for (const { applicationId, inquiryId } of confirmed) {
      const subject = applicationId
        ? { subjectType: "application", subjectId: applicationId }
        : inquiryId
          ? { subjectType: "inquiry", subjectId: inquiryId }
          : {};
      await recordActivity(tx, null, { actionType: "erasure_requested_by_applicant", ...subject, address: ip });
    }
  });
  return { ...link, state: "used" };
}
