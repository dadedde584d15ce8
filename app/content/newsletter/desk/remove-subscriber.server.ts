import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { newsletterSubscribers } from "~/db/schema/content";
import { emailNotifications } from "~/db/schema/mail";

const verb = {
  input: z.object({ subscriber: z.uuid() }),
  messages: { forbidden: "Your account is no longer active.", invalid: "That address isn’t on the list." },
};

/**
 * Deletes a subscriber with their queued mails, so that they get nothing more. The record doesn't name the address. If
 * it is gone already, this succeeds.
 */
export function removeSubscriber(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx, record }, { subscriber }) => {
    const [removed] = await tx
      .delete(newsletterSubscribers)
      .where(eq(newsletterSubscribers.id, subscriber))
      .returning({ email: newsletterSubscribers.email });
    if (!removed) return { ok: true };
    await tx
      .delete(emailNotifications)
      .where(
        and(
          eq(emailNotifications.recipientEmail, removed.email),
          eq(emailNotifications.status, "pending"),
          inArray(emailNotifications.emailType, ["newsletter_opt_in", "newsletter_issue"]),
        ),
      );
    await record({ actionType: "newsletter_subscriber_removed", subjectType: "newsletter_subscriber" });
    return { ok: true };
  });
}
