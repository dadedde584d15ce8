import { asc, inArray } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { visaInquiries } from "~/db/schema/inquiries";
import { inquiryStatuses } from "~/db/schema/values";
import { log } from "~/log.server";

const input = z.object({
  inquiryIds: z.array(z.uuid()).min(1).max(100),
  status: z.enum(inquiryStatuses),
  /** The status of each that the person saw, under its id; another one now means that somebody was faster. */
  seen: z.record(z.string(), z.string()).default({}),
});

export type ChangeResult = { ok: true; changed: number } | { ok: false; status: 400 | 403 | 404 | 409 | 500 };

/**
 * Sets the status of one inquiry or of a page of them: all or none (A-INQ-9, A-INQ-10). Any of the six can follow any
 * other. Of several, those that were deleted meanwhile are left out; `changed` counts what has another status now.
 * Where somebody else has set yet another status since it was `seen`, nothing is changed (409).
 */
export async function setInquiryStatus({ staff, address }: StaffContext, given: unknown): Promise<ChangeResult> {
  const parsed = input.safeParse(given);
  if (!parsed.success) return { ok: false, status: 400 };
  const { inquiryIds, status, seen } = parsed.data;
  try {
    return await db.transaction(async (tx): Promise<ChangeResult> => {
      if (!(await mayAct(tx, staff))) return { ok: false, status: 403 };
      // In one order, so that two who change the same inquiries never wait for each other.
      const rows = await tx
        .select({ id: visaInquiries.id, status: visaInquiries.status })
        .from(visaInquiries)
        .where(inArray(visaInquiries.id, inquiryIds))
        .orderBy(asc(visaInquiries.id))
        .for("update");
      if (rows.length === 0) return { ok: false, status: 404 };
      const changed = rows.filter((row) => row.status !== status);
      if (changed.length === 0) return { ok: true, changed: 0 };
      if (changed.some((row) => (seen[row.id] ?? row.status) !== row.status)) return { ok: false, status: 409 };
      await tx
        .update(visaInquiries)
        .set({ status, updatedAt: new Date() })
        .where(
          inArray(
            visaInquiries.id,
            changed.map(({ id }) => id),
          ),
        );
      for (const { id, status: from } of changed)
        await recordActivity(tx, staff, {
          actionType: "inquiry_status_updated",
          subjectType: "inquiry",
          subjectId: id,
          details: { from, to: status, together: changed.length },
          address,
        });
      return { ok: true, changed: changed.length };
    });
  } catch (err) {
    log.error({ err, inquiryIds }, "the status of inquiries could not be updated");
    return { ok: false, status: 500 };
  }
}
