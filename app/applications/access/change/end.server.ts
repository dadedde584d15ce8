import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { applicantInfo } from "~/applications/steps/applicant-info";
import { storedStep, writeAnswers } from "~/applications/submission/answers.server";
import { isAnyUnreadable } from "~/applications/submission/sealed-answers.server";
import type { Transaction } from "~/db/client.server";
import { applicationHolders, visaApplications } from "~/db/schema/applications";
import { applicationEmailChanges as changes } from "~/db/schema/email-changes";
import { applicantInformation } from "~/db/schema/steps";
import { handledEmail, isSameEmail } from "./open-change.server";

type Application = typeof visaApplications.$inferSelect;
/** `program`: it was not confirmed in time (V-RET-5). */
type Ender = "applicant" | "staff" | "program";
type Ended = { actionType: "email_change_ended"; details: { by: Ender } };
type Ending = {
  by: Ender;
  record: (activity: Ended) => Promise<void>;
  /** Ends it only if this holds for its row. */
  only?: SQL | undefined;
};

/**
 * Ends the change of a locked application that waits, and its link (N-EMAIL-10); false where there is none. Where step
 * 1 of a draft asked for it, step 1 says the address in force again, so that the other one has to be typed to be asked
 * for once more.
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
  const askedThere = isSameEmail(ended.newEmail, handledEmail(application));
  if (askedThere && application.status === "draft" && application.userEmail !== "")
    await writeIntoStep(tx, application);
  await record({ actionType: "email_change_ended", details: { by } });
  return true;
}

/**
 * Which change ends with all browsers but one: any that another one asked for, also where that one has lost its right
 * before. Its link would open the application in a browser that was ended. `holder`: the hash of the token of the one
 * that stays; undefined where all end. To be used before the rows go, as `asked_by` goes with them.
 */
export function askedByOthers(applicationId: string, holder?: string): SQL | undefined {
  const staying = sql`(select ${applicationHolders.id} from ${applicationHolders}
    where ${applicationHolders.applicationId} = ${applicationId} and ${applicationHolders.tokenHash} = ${holder})`;
  return and(
    isNull(changes.adminId),
    holder === undefined ? undefined : sql`${changes.askedBy} is distinct from ${staying}`,
  );
}

/** The same for one browser, by the id of its row. */
export const askedBy = (id: string): SQL => eq(changes.askedBy, id);

async function writeIntoStep(tx: Transaction, application: Application): Promise<void> {
  const { id, userEmail: email } = application;
  const { answers } = await storedStep(application, applicantInfo, tx);
  // Browsers and changes end also while the answers cannot be read.
  if (isAnyUnreadable(applicantInfo, answers)) return;
  await tx.update(visaApplications).set({ emailHandled: email }).where(eq(visaApplications.id, id));
  if (answers.email === email) return;
  await writeAnswers(tx, application, applicantInfo, { ...answers, email });
  await tx.update(applicantInformation).set({ email }).where(eq(applicantInformation.applicationId, id));
}
