import { and, eq, isNotNull, sql } from "drizzle-orm";
import { recordActivity } from "~/core/activity.server";
import { db } from "~/db/client.server";
import { erasureRequests } from "~/db/schema/privacy/rights";
import { readPrivateLink } from "~/mail/links/private-links.server";
import { enqueueErasure } from "../erasure/erase.server";
import { type Subject, subjectOf, subjectsBy } from "./subjects.server";

/** `covers`: what we decide on. `atOnce`: what needs no decision, because nothing can require us to keep it. */
export type ErasureLink =
  | { state: "unknown" }
  | { state: "good" | "expired" | "used"; covers: string[]; atOnce: string[] };

const isErasedAtOnce = ({ kind }: Pick<Subject, "kind">) => kind === "client";

/** Whether the record still has the email that the link was sent to: a former owner can't erase it. */
const isTheirs = sql`lower(${erasureRequests.email}) = lower(coalesce(
  (select user_email from visa_applications a where a.id = ${erasureRequests.applicationId}),
  (select i.email from visa_inquiries i where i.id = ${erasureRequests.inquiryId}),
  (select c.email from clients c where c.id = ${erasureRequests.clientId}),
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
  const subjects = await subjectsBy(own.map(subjectOf));
  const covers = subjects.filter((subject) => !isErasedAtOnce(subject)).map(({ label }) => label);
  const atOnce = subjects.filter(isErasedAtOnce).map(({ label }) => label);
  if (own.every(({ state }) => state !== "asked")) return { state: "used", covers, atOnce };
  return { state: token.expired ? "expired" : "good", covers, atOnce };
}

/** Confirms requests, which starts their 30 days, or their erasure where no decision is needed. Idempotent. */
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
    for (const request of confirmed) {
      const { kind, id } = subjectOf(request);
      const subject = kind === "subscriber" ? {} : { subjectType: kind, subjectId: id };
      await recordActivity(tx, null, { actionType: "erasure_requested_by_applicant", ...subject, address: ip });
      if (isErasedAtOnce({ kind })) await enqueueErasure(tx, { kind, id });
    }
    await tx
      .update(erasureRequests)
      .set({ state: "erasing", decidedAt: new Date() })
      .where(
        and(
          eq(erasureRequests.groupId, groupId),
          eq(erasureRequests.state, "open"),
          isNotNull(erasureRequests.clientId),
        ),
      );
  });
  return { ...link, state: "used" };
}
