import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { offerUndo } from "~/accounts/undo/offer.server";
import { refuse } from "~/core/verbs/refused";
import { visaInquiries } from "~/db/schema/inquiries";
import { undoablePriority } from "./undo.server";

const input = z.object({
  inquiryId: z.uuid(),
  priority: z.enum(["yes", "no"]).transform((word) => word === "yes"),
});

export function setInquiryPriority(context: StaffContext, rawInput: unknown) {
  const verb = { input, failed: "the priority of an inquiry could not be updated" };
  return asStaff(context, verb, rawInput, async (work, { inquiryId, priority }) => {
    const { tx, record } = work;
    const [row] = await tx
      .select({ name: visaInquiries.fullName, priority: visaInquiries.priority })
      .from(visaInquiries)
      .where(eq(visaInquiries.id, inquiryId))
      .for("update");
    if (!row) return refuse("not-found");
    if (row.priority === priority) return { ok: true, changed: 0 };
    await tx.update(visaInquiries).set({ priority, updatedAt: new Date() }).where(eq(visaInquiries.id, inquiryId));
    await record({
      actionType: "inquiry_priority_updated",
      subjectType: "inquiry",
      subjectId: inquiryId,
      details: { priority },
    });
    await offerUndo(work, undoablePriority, {
      words: `${row.name} ${priority ? "has" : "no longer has"} priority.`,
      records: [{ id: inquiryId, before: { priority: row.priority }, after: { priority } }],
    });
    return { ok: true, changed: 1 };
  });
}
