import { and, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "~/db/client.server";
import { receivedMails as t } from "~/db/schema/received-mails";

/** The newest email on the screen of who answers; empty if there was none, so that later ones stay unanswered. */
export const seenMailInput = z
  .union([z.literal(""), z.uuid()])
  .optional()
  .catch(undefined);

type Answered = {
  /** The newest email that it answers; all without one. */
  seen: z.output<typeof seenMailInput>;
  /** Only emails that came before. */
  before?: Date;
  at: Date | SQL<Date>;
};

/** Marks a locked inquiry's emails as answered, or as needing no answer; returns how many it marked. */
export async function markMailsAnswered(tx: Transaction, inquiryId: string, { seen, before, at }: Answered) {
  if (seen === "") return 0;
  const upTo = sql`(${t.receivedAt}, ${t.id}) <= (select s.received_at, s.id from received_mails s
    where s.id = ${seen} and s.inquiry_id = ${inquiryId})`;
  const marked = await tx
    .update(t)
    .set({ answeredAt: at })
    .where(
      and(
        eq(t.inquiryId, inquiryId),
        eq(t.state, "in_thread"),
        isNull(t.answeredAt),
        seen ? upTo : undefined,
        before && lt(t.receivedAt, before),
      ),
    )
    .returning({ id: t.id });
  return marked.length;
}

/** Emails that an undone reply answered wait again, unless a later reply answered them too. */
export async function reopenMails(tx: Transaction, inquiryId: string, saidAt: Date): Promise<void> {
  await tx
    .update(t)
    .set({
      answeredAt: sql`(select min(r.said_at) from inquiry_replies r
        where r.inquiry_id = ${inquiryId} and r.undone_at is null and r.said_at > ${saidAt.toISOString()}::timestamptz)`,
    })
    .where(and(eq(t.inquiryId, inquiryId), eq(t.answeredAt, saidAt)));
}
