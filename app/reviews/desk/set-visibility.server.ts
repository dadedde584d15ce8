import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { refuse } from "~/core/verbs/refused";
import { googleReviews } from "~/db/schema/site/reviews";

const input = z.object({ reviewId: z.uuid(), visible: z.enum(["yes", "no"]).transform((word) => word === "yes") });

const why = (text: string) => `Error updating review visibility: ${text}`;

const verb = {
  input,
  once: "review",
  failed: "a review's visibility could not be changed",
  messages: {
    invalid: why("the request names no review"),
    forbidden: why("your account is no longer active"),
    failed: why("it couldn’t be saved; please try again"),
  },
};

/** Shows or hides a review on public pages, and records it. */
export function setReviewVisibility(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx, record }, { reviewId, visible }) => {
    const changed = await tx
      .update(googleReviews)
      .set({ isVisible: visible })
      .where(eq(googleReviews.id, reviewId))
      .returning({ id: googleReviews.id });
    if (changed.length === 0) return refuse("not-found", why("the review no longer exists"));
    const actionType = visible ? "review_shown" : "review_hidden";
    await record({ actionType, subjectType: "review", subjectId: reviewId });
    return { ok: true };
  });
}
