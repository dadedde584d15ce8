import { and, eq } from "drizzle-orm";
import { storedName } from "~/applications/stored-answers/answers.server";
import { lockedApplication } from "~/cases/locked-application.server";
import type { Transaction } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { caseRequestItems } from "~/db/schema/case";

export type LockedCase = typeof visaApplications.$inferSelect;
export type LockedItem = typeof caseRequestItems.$inferSelect;

/** Locks an item after its application, so that of two concurrent decisions the second sees the result of the first. */
export async function lockedItem(
  tx: Transaction,
  applicationId: string,
  itemId: string,
): Promise<{ application: LockedCase; item: LockedItem } | undefined> {
  const application = await lockedApplication({ tx }, applicationId);
  if (!application) return undefined;
  const [item] = await tx
    .select()
    .from(caseRequestItems)
    .where(and(eq(caseRequestItems.id, itemId), eq(caseRequestItems.applicationId, applicationId)));
  return item && { application, item };
}

export async function addressed(tx: Transaction, { id, applicationNumber, userEmail }: LockedCase) {
  const name = (await storedName(tx, id)) || "Applicant";
  return {
    to: userEmail,
    toName: name,
    applicationId: id,
    data: { name, email: userEmail, applicationNumber, applicationId: id },
  };
}
