import { eq } from "drizzle-orm";
import { z } from "zod";
import { registerUndo, type Undoable } from "~/accounts/undo/registry.server";
import type { Transaction } from "~/db/client.server";
import { visaInquiries } from "~/db/schema/inquiries";
import { inquiryStatuses } from "~/db/schema/values";
import { undoableReply } from "./replies/undo-reply.server";

const statusFields = z.object({ status: z.enum(inquiryStatuses) });
const priorityFields = z.object({ priority: z.boolean() });

export const undoableStatus: Undoable<z.output<typeof statusFields>> = {
  kind: "inquiry-status",
  subjectType: "inquiry",
  fields: statusFields,
  restore: async ({ tx }, { id, before, after }) => {
    const now = await locked(tx, id);
    if (now?.status !== after.status) return false;
    await tx
      .update(visaInquiries)
      .set({ status: before.status, updatedAt: new Date() })
      .where(eq(visaInquiries.id, id));
    return { from: after.status, to: before.status };
  },
};

export const undoablePriority: Undoable<z.output<typeof priorityFields>> = {
  kind: "inquiry-priority",
  subjectType: "inquiry",
  fields: priorityFields,
  restore: async ({ tx }, { id, before, after }) => {
    const now = await locked(tx, id);
    if (now?.priority !== after.priority) return false;
    const { priority } = before;
    await tx.update(visaInquiries).set({ priority, updatedAt: new Date() }).where(eq(visaInquiries.id, id));
    return { priority };
  },
};

async function locked(tx: Transaction, id: string) {
  const [row] = await tx.select().from(visaInquiries).where(eq(visaInquiries.id, id)).for("update");
  return row;
}

export function registerInquiryUndo(): void {
  registerUndo(undoableStatus);
  registerUndo(undoablePriority);
  registerUndo(undoableReply);
}
