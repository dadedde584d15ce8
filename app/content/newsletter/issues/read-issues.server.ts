import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { nameAll } from "~/accounts/admins/names.server";
import { nassauTime } from "~/core/time";
import { db } from "~/db/client.server";
import { blogPosts, newsletterSubscribers as subscribers } from "~/db/schema/content";
import { emailNotifications as mails } from "~/db/schema/mail";
import { newsletterIssues as issues, newsletterRecipients as recipients } from "~/db/schema/site/newsletter";
import { renderPreview } from "~/mail/preview.server";
import { issueData } from "~/mail/templates/newsletter-issue";
import { isSubscribed } from "../subscribe.server";
import { issueOf } from "./issue-data.server";
import { countWithout } from "./send-batches.server";

const counted = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;

const figures = {
  had: counted(sql`${recipients.mailId} is not null or ${recipients.subscriberId} is not null`),
  sent: counted(sql`${mails.status} in ('sent', 'delivered')`),
  delivered: counted(sql`${mails.status} = 'delivered'`),
  failed: counted(sql`${mails.status} = 'failed'`),
  waiting: counted(sql`${mails.status} = 'pending'`),
  unsubscribed: counted(sql`${subscribers.unsubscribedAt} >= ${recipients.queuedAt}`),
};
export type Figures = { [Name in keyof typeof figures]: number };

const figuresOf = async (issueId: string): Promise<Figures> => {
  const [row] = await db
    .select(figures)
    .from(recipients)
    .leftJoin(mails, eq(mails.id, recipients.mailId))
    .leftJoin(subscribers, eq(subscribers.id, recipients.subscriberId))
    .where(eq(recipients.issueId, issueId));
  return row ?? { had: 0, sent: 0, delivered: 0, failed: 0, waiting: 0, unsubscribed: 0 };
};

export type ListedPost = Awaited<ReturnType<typeof listIssues>>[number];

/** Public posts, newest first, then sent ones that aren't public any longer. */
export async function listIssues() {
  const rows = await db
    .select({
      post: sql<string>`coalesce(${blogPosts.id}, ${issues.postId})`,
      title: sql<string>`coalesce(${blogPosts.title}, ${issues.data}->>'title', '')`,
      isPublic: sql<boolean>`coalesce(${blogPosts.published}, false)`,
      publishedAt: blogPosts.publishedAt,
      issueId: issues.id,
      state: issues.state,
      startedAt: issues.startedAt,
    })
    .from(blogPosts)
    .fullJoin(issues, eq(issues.postId, blogPosts.id))
    .where(sql`${blogPosts.published} or ${issues.id} is not null`)
    .orderBy(desc(sql`coalesce(${issues.startedAt}, ${blogPosts.publishedAt})`))
    .limit(100);
  return Promise.all(
    rows.map(async ({ issueId, startedAt, publishedAt, ...row }) => ({
      ...row,
      at: startedAt ? nassauTime(startedAt) : null,
      published: publishedAt ? nassauTime(publishedAt) : null,
      figures: issueId ? await figuresOf(issueId) : null,
    })),
  );
}

/**
 * A post as an issue: its mail, how many would get it, and the result so far; null if there is neither post nor issue.
 */
export async function readIssue(post: string) {
  if (!z.uuid().safeParse(post).success) return null;
  const [issue] = await db.select().from(issues).where(eq(issues.postId, post));
  const current = await issueOf(db, post);
  // While sending, the mail is the one stored at the start; otherwise the current one.
  const data = issue && (issue.state === "sending" || !current) ? issueData.parse(issue.data) : current;
  if (!data) return null;
  const [preview, subscribed, left, figures, nameOf] = await Promise.all([
    renderPreview({ emailType: "newsletter_issue", templateData: data }),
    db.$count(subscribers, isSubscribed),
    issue ? countWithout(db, issue.id) : null,
    issue ? figuresOf(issue.id) : null,
    nameAll(db, [issue?.startedBy ?? null]),
  ]);
  const wasSent = figures !== null && figures.had > 0;
  return {
    ...{ post, title: data.title, isPublic: current !== null, preview, subscribed, wasSent, figures },
    left: left ?? subscribed,
    // An issue that was started without any recipient has no meaningful state.
    state: issue && (wasSent || issue.state === "sending") ? issue.state : null,
    by: nameOf(issue?.startedBy ?? null),
    byEmail: issue?.startedBy ?? null,
    at: issue ? nassauTime(issue.startedAt) : null,
  };
}

/** Progress of an issue that is being sent; null if there is none. */
export async function readProgress(post: string): Promise<IssueProgress | null> {
  if (!z.uuid().safeParse(post).success) return null;
  const [issue] = await db.select({ id: issues.id, state: issues.state }).from(issues).where(eq(issues.postId, post));
  if (!issue) return null;
  const [left, figures] = await Promise.all([countWithout(db, issue.id), figuresOf(issue.id)]);
  return { state: issue.state, left, figures };
}
export type IssueProgress = { state: string | null; left: number; figures: Figures | null };
export type IssueView = NonNullable<Awaited<ReturnType<typeof readIssue>>>;
