import { and, desc, eq, gt, inArray, isNull, lt, ne, notInArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { nameIn } from "~/applications/stored-answers/answers.server";
import { db, type Transaction } from "~/db/client.server";
import { applicationHolders, visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";

const hour = 3_600_000;

const draftJob = defineJob({
  name: "applications.tell-of-draft",
  /** `beside`: the browser's other drafts. */
  data: z.object({ applicationId: z.uuid(), beside: z.array(z.uuid()) }),
  retry: { retries: 5, firstWait: 5, maxWait: 120 },
  timeout: 30,
});

/**
 * Queued, so that a start takes as long with earlier drafts as without (V-ATK-19). `tokenHashes`: the browser's.
 */
export async function lookForDrafts(
  tx: Transaction,
  applicationId: string,
  tokenHashes: readonly string[],
): Promise<void> {
  const rows = await tx
    .selectDistinct({ id: applicationHolders.applicationId })
    .from(applicationHolders)
    .where(and(inArray(applicationHolders.tokenHash, [...tokenHashes]), gt(applicationHolders.expiresAt, sql`now()`)));
  await enqueue(tx, draftJob, { applicationId, beside: rows.map(({ id }) => id) });
}

/** Call before the queue starts. */
export function registerDraftMails(): void {
  registerJob(draftJob, ({ applicationId, beside }) =>
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
      if (started?.email) await notifyOfDrafts(tx, { ...started, beside });
    }),
  );
}

type Started = {
  id: string;
  email: string;
  startedAt: Date;
  serviceId: string | null;
  serviceName: string | null;
  beside: string[];
};

/**
 * Mails the email about its earlier drafts for the same service, at most once an hour for the fullest, which gets the
 * button; the others are named. The page shows nothing, so that nobody learns whose address has drafts (D20).
 */
async function notifyOfDrafts(tx: Transaction, started: Started) {
  const [fullest, ...otherDrafts] = await earlierDrafts(tx, started);
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
      others: otherDrafts
        .map(({ number, percent, savedAt }) => `${number} ${percent} ${savedAt.toISOString()}`)
        .join("\n"),
    },
  });
}

const earlierDrafts = (tx: Transaction, { id, email, startedAt, serviceId, beside }: Started) =>
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
        // The holder of a draft in the same browser knows of it.
        notInArray(visaApplications.id, beside),
        lt(visaApplications.createdAt, startedAt),
      ),
    )
    .orderBy(desc(visaApplications.completionPercentage), desc(visaApplications.lastUpdatedAt));
