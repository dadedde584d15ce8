import { and, desc, eq, isNull, lt, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { nameIn } from "~/applications/submission/answers.server";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";

const hour = 3_600_000;

const draftJob = defineJob({
  name: "applications.tell-of-draft",
  data: z.object({ applicationId: z.uuid() }),
  retry: { retries: 5, firstWait: 5, maxWait: 120 },
  timeout: 30,
});

/** The queue looks for earlier drafts, so that a start takes as long with some as without (V-ATK-19). */
export const lookForDrafts = (tx: Transaction, applicationId: string) => enqueue(tx, draftJob, { applicationId });

/** Registers the job that looks for them; call before the queue starts. */
export function registerDraftMails(): void {
  registerJob(draftJob, ({ applicationId }) =>
    db.transaction(async (tx) => {
      const [started] = await tx
        .select({
          id: visaApplications.id,
          email: visaApplications.userEmail,
          startedAt: visaApplications.createdAt,
          serviceId: visaApplications.visaServiceId,
          serviceName: visaServices.serviceName,
        })
        .from(visaApplications)
        .leftJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
        .where(eq(visaApplications.id, applicationId));
      if (started?.email) await tellOfDrafts(tx, started);
    }),
  );
}

type Started = { id: string; email: string; startedAt: Date; serviceId: string | null; serviceName: string | null };

/**
 * Mails this email about its earlier drafts for the same service, at most once an hour for the fullest of them, whose
 * button the mail has; the others are named (N-BEGIN-5). The screen shows nothing, so that nobody learns whose address
 * has drafts (D20).
 */
async function tellOfDrafts(tx: Transaction, started: Started) {
  const [fullest, ...others] = await earlierDrafts(tx, started);
  if (!fullest) return;
  const now = new Date();
  const [draft] = await tx
    .update(visaApplications)
    .set({ draftMailSentAt: now, linkSentAt: now })
    .where(
      and(
        eq(visaApplications.id, fullest.id),
        or(isNull(visaApplications.draftMailSentAt), lt(visaApplications.draftMailSentAt, new Date(+now - hour))),
      ),
    )
    .returning();
  if (!draft) return;
  const name = nameIn(draft, started.email.split("@")[0]);
  await enqueueMail(tx, {
    kind: "draft_exists",
    to: draft.userEmail,
    toName: name,
    applicationId: draft.id,
    data: {
      name,
      email: draft.userEmail,
      applicationNumber: draft.applicationNumber,
      serviceName: started.serviceName,
      savedAt: draft.lastUpdatedAt.toISOString(),
      percent: draft.completionPercentage,
      begunAt: draft.createdAt.toISOString(),
      begunWith: draft.begunWith,
      others: others.map(({ number, percent, savedAt }) => `${number} ${percent} ${savedAt.toISOString()}`).join("\n"),
    },
  });
}

/** The fullest first, and of equally full ones the one that was saved last. */
const earlierDrafts = (tx: Transaction, { id, email, startedAt, serviceId }: Started) =>
  tx
    .select({
      id: visaApplications.id,
      number: visaApplications.applicationNumber,
      percent: visaApplications.completionPercentage,
      savedAt: visaApplications.lastUpdatedAt,
    })
    .from(visaApplications)
    .where(
      and(
        eq(sql`lower(${visaApplications.userEmail})`, email.toLowerCase()),
        serviceId ? eq(visaApplications.visaServiceId, serviceId) : isNull(visaApplications.visaServiceId),
        eq(visaApplications.status, "draft"),
        ne(visaApplications.id, id),
        lt(visaApplications.createdAt, startedAt),
      ),
    )
    .orderBy(desc(visaApplications.completionPercentage), desc(visaApplications.lastUpdatedAt));
