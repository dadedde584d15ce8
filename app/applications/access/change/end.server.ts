import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { applicantInfo } from "~/applications/steps/applicant-info";
import { storedStep, writeAnswers } from "~/applications/stored-answers/answers.server";
import { isAnyUnreadable } from "~/applications/stored-answers/sealed-answers.server";
import type { Transaction } from "~/db/client.server";
import { applicationHolders, visaApplications } from "~/db/schema/applications";
import { applicationEmailChanges as changes } from "~/db/schema/email-changes";
import { applicantInformation } from "~/db/schema/steps";
import { handledEmail, isSameEmail } from "./open-change.server";

type Application = typeof visaApplications.$inferSelect;
/** `program`: not confirmed in time. */
type Ender = "applicant" | "staff" | "program";
type EndedActivity = { actionType: "email_change_ended"; details: { by: Ender } };
type Ending = {
  by: Ender;
  record: (activity: EndedActivity) => Promise<void>;
  /** Ends the change only if its row matches. */
  only?: SQL | undefined;
};

/**
 * Ends the open change of a locked application and its link; returns false if there is none. If step 1 requested it,
 * step 1 gets the current address back, so that the other one must be typed to be requested again.
 */
export async function endChange(
  tx: Transaction,
  application: Application,
  { by, record, only }: Ending,
): Promise<boolean> {
  const [ended] = await tx
    .delete(changes)
    .where(and(eq(changes.applicationId, application.id), only))
    .returning();
  if (!ended) return false;
  const wasRequestedInStep = isSameEmail(ended.newEmail, handledEmail(application));
  if (wasRequestedInStep && application.status === "draft" && application.userEmail !== "")
    await writeIntoStep(tx, application);
  await record({ actionType: "email_change_ended", details: { by } });
  return true;
}

/**
 * Condition for changes to end with all browsers but one: those that another browser requested, even if it lost access
 * before, because their links would open the application in an ended browser. `holder`: token hash of the remaining
 * browser; undefined if all end. Use before deleting the rows, which sets `asked_by` to null.
 */
export function askedByOthers(applicationId: string, holder?: string): SQL | undefined {
  const staying = sql`(select ${applicationHolders.id} from ${applicationHolders}
    where ${applicationHolders.applicationId} = ${applicationId} and ${applicationHolders.tokenHash} = ${holder})`;
  return and(
    isNull(changes.adminId),
    holder === undefined ? undefined : sql`${changes.askedBy} is distinct from ${staying}`,
  );
}

/** Condition for the changes that one browser requested, by its row's id. */
export const askedBy = (id: string): SQL => eq(changes.askedBy, id);

async function writeIntoStep(tx: Transaction, application: Application): Promise<void> {
  const { id, userEmail: email } = application;
  const { answers } = await storedStep(application, applicantInfo, tx);
  // Browsers and changes must end even if the answers can't be read.
  if (isAnyUnreadable(applicantInfo, answers)) return;
  await tx.update(visaApplications).set({ emailHandled: email }).where(eq(visaApplications.id, id));
  if (answers.email === email) return;
  await writeAnswers(tx, application, applicantInfo, { ...answers, email });
  await tx.update(applicantInformation).set({ email }).where(eq(applicantInformation.applicationId, id));
}
