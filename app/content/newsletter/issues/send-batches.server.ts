import { and, asc, eq, notExists, sql } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/core/activity.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { newsletterSubscribers as subscribers } from "~/db/schema/content";
import { emailNotifications as mails } from "~/db/schema/mail";
import { newsletterIssues as issues, newsletterRecipients as recipients } from "~/db/schema/site/newsletter";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";
import { issueData } from "~/mail/templates/newsletter-issue";
import { isSubscribed } from "../subscribe.server";
import { issueOf } from "./issue-data.server";

/** Mails per batch. After each it is checked whether to continue. */
const batchSize = 100;
/** Milliseconds between checks whether the batch was tried. */
const lookAgain = 2_000;

/** Sends the next batch of an issue. Each run enqueues the next one in its transaction, until nobody is left. */
export const sendBatchJob = defineJob({
  name: "newsletter.send-batch",
  data: z.object({ issueId: z.uuid() }),
  retry: { retries: 20, firstWait: 5, maxWait: 600 },
  timeout: 120,
});

export const registerNewsletter = () => registerJob(sendBatchJob, ({ issueId }) => sendBatch(issueId), giveUp);

/** SQL: subscribers who have not had an issue. */
const withoutIt = (from: Queryable, issueId: string) =>
  and(
    isSubscribed,
    notExists(
      from
        .select({ one: sql`1` })
        .from(recipients)
        .where(and(eq(recipients.issueId, issueId), eq(recipients.subscriberId, subscribers.id))),
    ),
  );

export const countWithout = (from: Queryable, issueId: string): Promise<number> =>
  from.$count(subscribers, withoutIt(from, issueId));

async function sendBatch(issueId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // The lock makes a concurrent run wait, so it sees who has had the issue.
    const [issue] = await tx.select().from(issues).where(eq(issues.id, issueId)).for("update");
    if (issue?.state !== "sending") return;
    // Stop: the mail would link to a page that no longer exists.
    if (!(await issueOf(tx, issue.postId))) return stopHere(tx, issueId);
    if (await isUnderWay(tx, issueId))
      return enqueue(tx, sendBatchJob, { issueId }, { startAfter: new Date(Date.now() + lookAgain) });
    // An unsubscription waits for this transaction, and then cancels its mail.
    const readers = await tx
      .select({ id: subscribers.id, email: subscribers.email })
      .from(subscribers)
      .where(withoutIt(tx, issueId))
      .orderBy(asc(subscribers.id))
      .limit(batchSize)
      .for("share", { of: subscribers });
    if (readers.length === 0) return finish(tx, issueId);
    const data = issueData.parse(issue.data);
    for (const { id, email } of readers) {
      const mailId = await enqueueMail(tx, { kind: "newsletter_issue", to: email, toName: "", data });
      await tx.insert(recipients).values({ issueId, subscriberId: id, mailId: mailId ?? null });
    }
    await enqueue(tx, sendBatchJob, { issueId }, { startAfter: new Date(Date.now() + lookAgain) });
  });
}

/** Whether a mail of the batch is untried. Mails that are retried later don't delay the next batch. */
async function isUnderWay(tx: Transaction, issueId: string): Promise<boolean> {
  const [waits] = await tx
    .select({ id: mails.id })
    .from(recipients)
    .innerJoin(mails, eq(mails.id, recipients.mailId))
    .where(and(eq(recipients.issueId, issueId), eq(mails.status, "pending"), eq(mails.attempts, 0)))
    .limit(1);
  return waits !== undefined;
}

async function finish(tx: Transaction, issueId: string): Promise<void> {
  await tx.update(issues).set({ state: "done", endedAt: sql`now()` }).where(eq(issues.id, issueId));
  const had = await tx.$count(recipients, eq(recipients.issueId, issueId));
  await recordActivity(tx, null, {
    ...{ actionType: "newsletter_issue_done", subjectType: "newsletter_issue", subjectId: issueId },
    details: { had },
  });
}

/** The post was unpublished: stop, so that a super admin can continue once it is public again. */
async function stopHere(tx: Transaction, issueId: string): Promise<void> {
  await tx.update(issues).set({ state: "stopped", endedAt: sql`now()` }).where(eq(issues.id, issueId));
  const had = await tx.$count(recipients, eq(recipients.issueId, issueId));
  await recordActivity(tx, null, {
    ...{ actionType: "newsletter_issue_stopped", subjectType: "newsletter_issue", subjectId: issueId },
    details: { had, left: await countWithout(tx, issueId) },
  });
}

/** After the last retry the issue is marked stopped, so that a super admin can continue. */
async function giveUp({ issueId }: { issueId: string }): Promise<void> {
  await db
    .update(issues)
    .set({ state: "stopped", endedAt: sql`now()` })
    .where(and(eq(issues.id, issueId), eq(issues.state, "sending")));
}
