import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Undoable } from "~/accounts/undo/registry.server";
import { inquiryReplies, visaInquiries } from "~/db/schema/inquiries";
import { inquiryStatuses } from "~/db/schema/values";
import { reopenMails } from "./answered-mails.server";
import { lockInquiry, markAnswered } from "./lock-inquiry.server";

/** The reply (null before it existed), and the status, which it may have changed. */
const fields = z.object({ reply: z.uuid().nullable(), status: z.enum(inquiryStatuses) });

/** Undoes a reply before its mail is sent; its text goes back into the form. */
export const undoableReply: Undoable<z.output<typeof fields>> = {
  kind: "inquiry-reply",
  subjectType: "inquiry",
  fields,
  restore: async ({ tx }, { id, before, after }) => {
    const inquiry = await lockInquiry(tx, id);
    const setsStatus = before.status !== after.status;
    if (!inquiry || after.reply === null || (setsStatus && inquiry.status !== after.status)) return false;
    const [undone] = await tx
      .update(inquiryReplies)
      .set({ undoneAt: new Date() })
      .where(and(eq(inquiryReplies.id, after.reply), eq(inquiryReplies.inquiryId, id), isNull(inquiryReplies.undoneAt)))
      .returning({ saidAt: inquiryReplies.saidAt });
    if (!undone) return false;
    await markAnswered(tx, id);
    await reopenMails(tx, id, undone.saidAt);
    if (!setsStatus) return {};
    await tx
      .update(visaInquiries)
      .set({ status: before.status, updatedAt: new Date() })
      .where(eq(visaInquiries.id, id));
    return { from: after.status, to: before.status };
  },
};
