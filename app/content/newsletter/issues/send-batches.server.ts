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

/** Mails that are handed over before it is asked again whether to go on (O-NEWS-4, O-NEWS-5). */
const batchSize = 100;
/** Milliseconds after which it is looked again whether the batch was tried. */
const lookAgain = 2_000;

/** The next batch of an issue. Each run enqueues the next one in its transaction, until nobody is left. */
export const sendBatchJob = defineJob({
  name: "newsletter.send-batch",
  data: z.object({ issueId: z.uuid() }),
  retry: { retries: 20, firstWait: 5, maxWait: 600 },
  timeout: 120,
});

export const registerNewsletter = () => registerJob(sendBatchJob, ({ issueId }) => sendBatch(issueId), giveUp);

/** In SQL: subscribers who have not had an issue. */
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

/** How many would get an issue now. */
export const countWithout = (from: Queryable, issueId: string): Promise<number> =>
  from.$count(subscribers, withoutIt(from, issueId));

async function sendBatch(issueId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Of two instances the second waits here, and finds who has had it.
    const [issue] = await tx.select().from(issues).where(eq(issues.id, issueId)).for("update");
    if (issue?.state !== "sending") return;
    // Its mail would lead to a page that is not there any more.
    if (!(await issueOf(tx, issue.postId))) return stopHere(tx, issueId);
    if (await isUnderWay(tx, issueId))
      return enqueue(tx, sendBatchJob, { issueId }, { startAfter: new Date(Date.now() + lookAgain) });
    // Whoever unsubscribes meanwhile waits for this transaction, and their mail is not sent then.
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

/** Whether a mail of the batch was not tried yet. One that is tried again later holds nobody up. */
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

/** The post was taken offline: nobody else gets it, and a super admin can go on once it is public again. */
async function stopHere(tx: Transaction, issueId: string): Promise<void> {
  await tx.update(issues).set({ state: "stopped", endedAt: sql`now()` }).where(eq(issues.id, issueId));
  const had = await tx.$count(recipients, eq(recipients.issueId, issueId));
  await recordActivity(tx, null, {
    ...{ actionType: "newsletter_issue_stopped", subjectType: "newsletter_issue", subjectId: issueId },
    details: { had, left: await countWithout(tx, issueId) },
  });
}

/** After the last try: it stands as stopped, so that a super admin can go on. */
async function giveUp({ issueId }: { issueId: string }): Promise<void> {
  await db
    .update(issues)
    .set({ state: "stopped", endedAt: sql`now()` })
    .where(and(eq(issues.id, issueId), eq(issues.state, "sending")));
}
