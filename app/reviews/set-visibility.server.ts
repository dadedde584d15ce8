import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { googleReviews } from "~/db/schema/reviews";
import { log } from "~/log.server";

const input = z.object({ reviewId: z.uuid(), visible: z.enum(["yes", "no"]).transform((word) => word === "yes") });

export type VisibilityResult = { ok: true } | { ok: false; status: 400 | 403 | 404 | 500; message: string };

/** Shows or hides a review on the public pages, and records who did (A-REV-4, A-REV-12). */
export async function setReviewVisibility({ staff, address }: StaffContext, given: unknown): Promise<VisibilityResult> {
  const refuse = (status: 400 | 403 | 404 | 500, why: string): VisibilityResult => ({
    ok: false,
    status,
    message: `Error updating review visibility: ${why}`,
  });
  const parsed = input.safeParse(given);
  if (!parsed.success) return refuse(400, "the request names no review");
  const { reviewId, visible } = parsed.data;
  try {
    return await db.transaction(async (tx): Promise<VisibilityResult> => {
      if (!(await mayAct(tx, staff))) return refuse(403, "your account is not active any more");
      const changed = await tx
        .update(googleReviews)
        .set({ isVisible: visible })
        .where(eq(googleReviews.id, reviewId))
        .returning({ id: googleReviews.id });
      if (changed.length === 0) return refuse(404, "the review is not there any more");
      await recordActivity(tx, staff, {
        actionType: visible ? "review_shown" : "review_hidden",
        subjectType: "review",
        subjectId: reviewId,
        address,
      });
      return { ok: true };
    });
  } catch (err) {
    log.error({ err, reviewId }, "a review's visibility could not be changed");
    return refuse(500, "the database did not take it; please try again");
  }
}
