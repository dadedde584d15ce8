import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { visaInquiries } from "~/db/schema/inquiries";
import { log } from "~/log.server";
import type { ChangeResult } from "./set-status.server";

const input = z.object({ inquiryId: z.uuid(), priority: z.enum(["yes", "no"]) });

/** Sets or takes away an inquiry's priority (A-INQ-11). It says which, so that a click sent twice is one. */
export async function setInquiryPriority({ staff, address }: StaffContext, given: unknown): Promise<ChangeResult> {
  const parsed = input.safeParse(given);
  if (!parsed.success) return { ok: false, status: 400 };
  const { inquiryId } = parsed.data;
  const priority = parsed.data.priority === "yes";
  try {
    return await db.transaction(async (tx): Promise<ChangeResult> => {
      if (!(await mayAct(tx, staff))) return { ok: false, status: 403 };
      const [row] = await tx
        .select({ priority: visaInquiries.priority })
        .from(visaInquiries)
        .where(eq(visaInquiries.id, inquiryId))
        .for("update");
      if (!row) return { ok: false, status: 404 };
      if (row.priority === priority) return { ok: true, changed: 0 };
      await tx.update(visaInquiries).set({ priority, updatedAt: new Date() }).where(eq(visaInquiries.id, inquiryId));
      await recordActivity(tx, staff, {
        actionType: "inquiry_priority_updated",
        subjectType: "inquiry",
        subjectId: inquiryId,
        details: { priority },
        address,
      });
      return { ok: true, changed: 1 };
    });
  } catch (err) {
    log.error({ err, inquiryId }, "the priority of an inquiry could not be updated");
    return { ok: false, status: 500 };
  }
}
