import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { consumeLimit } from "~/core/rate-limits/limits.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { newsletterIssues as issues, newsletterRecipients as recipients } from "~/db/schema/site/newsletter";
import { enqueue } from "~/jobs/queue.server";
import { enqueueMail } from "~/mail/outbox.server";
import { type IssueData, issueData } from "~/mail/templates/newsletter-issue";
import { issueOf } from "./issue-data.server";
import { countWithout, sendBatchJob } from "./send-batches.server";

const input = z.object({ post: z.uuid() });
const verb = {
  input,
  role: "super_admin",
  messages: { forbidden: "Only super admins can send the newsletter.", invalid: "Post not found." },
} as const;

const notPublic = () => refuse("conflict", "This post isn’t public. Publish it first, then send it.");
const everybody = () => refuse("conflict", "All subscribers have already received this issue.");
const underWay = () => refuse("conflict", "This issue is already being sent.");

const lockIssue = async ({ tx }: StaffWork, post: string) =>
  (await tx.select().from(issues).where(eq(issues.postId, post)).for("update"))[0];

const about = (issueId: string) => ({ subjectType: "newsletter_issue", subjectId: issueId });

/** Sends a public post to all subscribers who have not had it; returns how many they are now. */
export function sendIssue(context: StaffContext, rawInput: unknown): Promise<Done<{ left: number }> | Refused> {
  return asStaff<typeof input, Done<{ left: number }> | Refused>(
    context,
    { ...verb, once: "newsletter issue" },
    rawInput,
    async (work, { post }) => {
      const { tx, staff } = work;
      const data = await issueOf(tx, post);
      if (!data) return notPublic();
      // Serializes two simultaneous starts.
      await tx
        .insert(issues)
        .values({ postId: post, data, state: "stopped", startedBy: staff.email })
        .onConflictDoNothing();
      const issue = await lockIssue(work, post);
      if (!issue) throw new Error("The issue was not stored");
      if (issue.state === "sending") return underWay();
      return start(work, issue.id, data, "newsletter_issue_started");
    },
  );
}

/** Continues a stopped issue with the text that it was started with. */
export function continueIssue(context: StaffContext, rawInput: unknown): Promise<Done<{ left: number }> | Refused> {
  return asStaff<typeof input, Done<{ left: number }> | Refused>(context, verb, rawInput, async (work, { post }) => {
    const issue = await lockIssue(work, post);
    if (!issue || !(await issueOf(work.tx, post))) return notPublic();
    if (issue.state === "sending") return { ok: true, left: await countWithout(work.tx, issue.id) };
    return start(work, issue.id, issue.data, "newsletter_issue_continued");
  });
}

async function start(
  { tx, staff, record }: StaffWork,
  issueId: string,
  data: (typeof issues.$inferSelect)["data"] | IssueData,
  actionType: string,
): Promise<Done<{ left: number }> | Refused> {
  const left = await countWithout(tx, issueId);
  if (left === 0) return everybody();
  const started = { data, state: "sending", startedBy: staff.email, startedAt: sql`now()`, endedAt: null } as const;
  await tx.update(issues).set(started).where(eq(issues.id, issueId));
  await enqueue(tx, sendBatchJob, { issueId });
  await record({ actionType, ...about(issueId), details: { left } });
  return { ok: true, left };
}

/** Stops after the running batch; returns how many have had the issue, and how many have not. */
export function stopIssue(
  context: StaffContext,
  rawInput: unknown,
): Promise<Done<{ had: number; left: number }> | Refused> {
  type Stopped = Done<{ had: number; left: number }> | Refused;
  return asStaff<typeof input, Stopped>(context, verb, rawInput, async (work, { post }) => {
    const { tx, record } = work;
    const issue = await lockIssue(work, post);
    if (!issue) return notPublic();
    const counts = {
      had: await tx.$count(recipients, eq(recipients.issueId, issue.id)),
      left: await countWithout(tx, issue.id),
    };
    if (issue.state !== "sending") return { ok: true, ...counts };
    await tx.update(issues).set({ state: "stopped", endedAt: sql`now()` }).where(eq(issues.id, issue.id));
    await record({ actionType: "newsletter_issue_stopped", ...about(issue.id), details: counts });
    return { ok: true, ...counts };
  });
}

/** Stops every running issue; returns their titles. */
export async function stopAllIssues(tx: Transaction): Promise<string[]> {
  const stopped = await tx
    .update(issues)
    .set({ state: "stopped", endedAt: sql`now()` })
    .where(eq(issues.state, "sending"))
    .returning({ data: issues.data });
  return stopped.map(({ data }) => issueData.parse(data).title);
}

const tests = { max: 20, seconds: 3600 };

/** Sends the mail of a public post to the admin only. */
export function sendTest(context: StaffContext, rawInput: unknown): Promise<Done | Refused> {
  return asStaff<typeof input, Done | Refused>(
    context,
    { ...verb, once: "newsletter test" },
    rawInput,
    async ({ tx, staff, record }, { post }) => {
      const data = await issueOf(tx, post);
      if (!data) return notPublic();
      const { allowed } = await consumeLimit(`newsletter test of ${staff.adminId}`, tests, tx);
      if (!allowed) return refuse("limited", "You’ve sent yourself 20 tests within an hour. Please wait a while.");
      await enqueueMail(tx, { kind: "newsletter_test", to: staff.email, toName: "", data });
      await record({ actionType: "newsletter_test_sent", subjectType: "newsletter_issue", subjectName: data.title });
      return { ok: true };
    },
  );
}
