import { eq } from "drizzle-orm";
import { comparableEmail } from "~/core/email/email-address";
import type { Queryable, Transaction } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { applicationEmailChanges as changes } from "~/db/schema/email-changes";
import { enqueueMail } from "~/mail/outbox.server";

/** Ignores case and how the domain is written. */
export const isSameEmail = (a: string, b: string): boolean => comparableEmail(a) === comparableEmail(b);

type Handled = Pick<typeof visaApplications.$inferSelect, "emailHandled" | "userEmail">;
export const handledEmail = ({ emailHandled, userEmail }: Handled): string => emailHandled ?? userEmail;

export type OpenChange = typeof changes.$inferSelect;

export async function openChange(from: Queryable, applicationId: string): Promise<OpenChange | undefined> {
  const [open] = await from.select().from(changes).where(eq(changes.applicationId, applicationId));
  return open;
}

type Application = Pick<typeof visaApplications.$inferSelect, "id" | "applicationNumber">;

/** Mails the open change's link to the new address, if there is one. Lock the application first. */
export async function mailChangeLink(
  tx: Transaction,
  { id, applicationNumber }: Application,
  { byOthers }: { byOthers: boolean },
): Promise<void> {
  const [open] = await tx
    .update(changes)
    .set({ mailedAt: new Date() })
    .where(eq(changes.applicationId, id))
    .returning();
  if (!open) return;
  const by = open.adminEmail === null ? "applicant" : "staff";
  await enqueueMail(
    tx,
    {
      kind: "email_change",
      to: open.newEmail,
      toName: "",
      applicationId: id,
      data: { applicationNumber, email: open.newEmail, by },
    },
    { byOthers },
  );
}
