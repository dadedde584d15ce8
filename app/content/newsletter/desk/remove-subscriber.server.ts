import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { newsletterSubscribers } from "~/db/schema/content";
import { emailNotifications } from "~/db/schema/mail";

const verb = {
  input: z.object({ subscriber: z.uuid() }),
  words: { forbidden: "Your account is not active any more.", invalid: "That address isn’t on the list." },
};

/**
 * Deletes an address with the mails that wait for it, so that it gets nothing more (O-NEWS-2). The record does not name
 * it. One that is gone already is no problem.
 */
export function removeSubscriber(context: StaffContext, given: unknown) {
  return asStaff(context, verb, given, async ({ tx, record }, { subscriber }) => {
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
