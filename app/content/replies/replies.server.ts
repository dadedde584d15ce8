import { createHash } from "node:crypto";
import { asc, eq, or } from "drizzle-orm";
import { z } from "zod";
import { nameAll, namesByEmail } from "~/accounts/admins/names.server";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { Staff, StaffContext } from "~/accounts/staff.server";
import { type Change, changed, changedUnseen } from "~/core/activity-log/changes";
import { lineInput, textInput } from "~/core/input-schemas.server";
import { refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { savedReplies } from "~/db/schema/case";
import { type CaseFacts, filledIn, type InquiryFacts } from "./saved-texts";

export const longestTitle = 80;
export const longestReply = 5_000;

const title = lineInput(longestTitle, "The title").pipe(z.string().min(1));
const body = textInput(longestReply, "The text").pipe(z.string().min(1));
/** The id comes with the form, so that sending it twice creates one reply. */
const input = z.object({
  reply: z.uuid(),
  title,
  body,
  shared: z.literal("yes").optional(),
  /** The text that the form was made from; another stored text means that somebody else changed it. */
  revision: z.string().max(100).optional(),
});

type Text = Pick<typeof savedReplies.$inferSelect, "title" | "body" | "isShared">;
const revisionOf = ({ title: of, body: text, isShared }: Text) =>
  createHash("sha256")
    .update(JSON.stringify([of, text, isShared]))
    .digest("base64url");

const messages = {
  forbidden: "Your account is no longer active.",
  invalid: ({ issues }: z.ZodError) => {
    const barred = issues.find(({ code }) => code === "custom")?.message;
    const at = issues[0]?.path[0];
    return refuse(
      "invalid",
      barred ??
        (at === "title"
          ? `Enter a title of at most ${longestTitle} characters.`
          : `Write a text of at most ${longestReply.toLocaleString("en-US")} characters.`),
    );
  },
};

const maySee = ({ email }: Staff) => or(eq(savedReplies.adminEmail, email), eq(savedReplies.isShared, true));
const mayChange = (reply: { adminEmail: string }, { email, role }: Staff): boolean =>
  reply.adminEmail === email || role === "super_admin";

/** Locks a saved reply that this admin can see. */
async function lockReply({ tx, staff }: StaffWork, id: string) {
  const [reply] = await tx.select().from(savedReplies).where(eq(savedReplies.id, id)).for("update");
  return reply && (reply.isShared || mayChange(reply, staff)) ? reply : undefined;
}

const changedMeanwhile =
  "Someone else has changed this reply. Their version is above and nothing was overwritten. Save again to replace theirs.";
const notYours = "Only the person who created this reply or a super admin can change it.";

/** Creates or changes a saved reply; another admin's can be changed by super admins only. */
export function saveReply(context: StaffContext, rawInput: unknown) {
  return asStaff(
    context,
    { input, once: "saved reply", shown: ["revision"], messages: messages },
    rawInput,
    async (work, { reply: id, shared, revision, ...text }) => {
      const { tx, staff, record } = work;
      const values = { ...text, isShared: shared === "yes" };
      const made = await tx
        .insert(savedReplies)
        .values({ id, adminEmail: staff.email, ...values })
        .onConflictDoNothing()
        .returning({ id: savedReplies.id });
      const changes: Change[] = [];
      if (made.length === 0) {
        const before = await lockReply(work, id);
        if (!before) return refuse("not-found", "That reply no longer exists.");
        if (!mayChange(before, staff)) return refuse("forbidden", notYours);
        const now = revisionOf(before);
        if (revision !== undefined && revision !== now && revisionOf(values) !== now)
          return refuse("conflict", changedMeanwhile);
        await tx.update(savedReplies).set(values).where(eq(savedReplies.id, id));
        changes.push(
          ...changed("Title", before.title, values.title),
          ...(before.body === values.body ? [] : [changedUnseen("Text")]),
          ...changed("Shared", before.isShared ? "yes" : "no", values.isShared ? "yes" : "no"),
        );
      }
      await record({
        actionType: made.length > 0 ? "saved_reply_made" : "saved_reply_changed",
        subjectType: "saved_reply",
        subjectId: id,
        details: { shared: values.isShared },
        changes,
      });
      return { ok: true };
    },
  );
}

export function deleteReply(context: StaffContext, input: unknown) {
  const verb = { input: z.object({ reply: z.uuid() }), messages: { forbidden: messages.forbidden } };
  return asStaff(context, verb, input, async (work, { reply: id }) => {
    const before = await lockReply(work, id);
    if (!before) return { ok: true };
    if (!mayChange(before, work.staff)) return refuse("forbidden", notYours);
    await work.tx.delete(savedReplies).where(eq(savedReplies.id, id));
    const subject = { subjectType: "saved_reply", subjectId: id, subjectName: before.title };
    await work.record({ actionType: "saved_reply_deleted", ...subject });
    return { ok: true };
  });
}

export type SavedReply = Awaited<ReturnType<typeof repliesFor>>[number];

/** The replies of an admin and those that others share, by title. */
export async function repliesFor(staff: Staff) {
  const rows = await db
    .select()
    .from(savedReplies)
    .where(maySee(staff))
    .orderBy(asc(savedReplies.title), asc(savedReplies.id));
  const nameOf = await nameAll(
    db,
    rows.map(({ adminEmail }) => adminEmail),
  );
  return rows.map((reply) => ({
    id: reply.id,
    title: reply.title,
    body: reply.body,
    isShared: reply.isShared,
    revision: revisionOf(reply),
    isOwn: reply.adminEmail === staff.email,
    by: { name: nameOf(reply.adminEmail) ?? reply.adminEmail, email: reply.adminEmail },
    mayChange: mayChange(reply, staff),
  }));
}

export type FilledReply = { id: string; title: string; text: string };

/** The same with facts filled in; `facts` are read only if there are any replies. */
export async function filledReplies(
  staff: Staff,
  facts: () => Promise<CaseFacts | InquiryFacts>,
): Promise<FilledReply[]> {
  const replies = await repliesFor(staff);
  if (replies.length === 0) return [];
  const known = await facts();
  return replies.map(({ id, title, body }) => ({ id, title, text: filledIn(body, known) }));
}

/** The sender in a reply: the admin's name, or email if there is none. */
export const senderName = async (staff: Staff): Promise<string> =>
  (await namesByEmail(db, [staff.email])).get(staff.email.toLowerCase()) ?? staff.email;
