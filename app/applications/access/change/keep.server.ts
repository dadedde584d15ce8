import { eq } from "drizzle-orm";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import { applicantInfo } from "~/applications/steps/applicant-info";
import { storedStep, writeAnswers } from "~/applications/submission/answers.server";
import type { Transaction } from "~/db/client.server";
import { applicationEmailChanges as changes, visaApplications } from "~/db/schema/applications";
import { applicantInformation } from "~/db/schema/steps";
import type { Done, Refused } from "~/ground/verbs/refused";
import { handledAddress } from "./ask.server";
import { sameAddress } from "./open-change.server";

type Application = typeof visaApplications.$inferSelect;

/**
 * Ends a change that waits, and its link: the address in force stays (N-EMAIL-10). Where step 1 of a draft asked for
 * it, step 1 says the address in force again, so that the other one has to be typed to be asked for once more. Without
 * a change there is nothing to end, and that is no error.
 */
export function keepAddress(context: HolderContext, applicationId: string): Promise<Done | Refused> {
  return asHolder(context, applicationId, async ({ tx, application, record }) => {
    const [ended] = await tx.delete(changes).where(eq(changes.applicationId, applicationId)).returning();
    if (!ended) return { ok: true };
    const askedThere = sameAddress(ended.newEmail, handledAddress(application));
    if (askedThere && application.status === "draft" && application.userEmail !== "")
      await writeIntoStep(tx, application);
    await record({ actionType: "email_change_ended", details: { by: "applicant" } });
    return { ok: true };
  });
}

async function writeIntoStep(tx: Transaction, application: Application): Promise<void> {
  const { id, userEmail: email } = application;
  await tx.update(visaApplications).set({ emailHandled: email }).where(eq(visaApplications.id, id));
  const { answers } = await storedStep(application, applicantInfo, tx);
  if (answers.email === email) return;
  await writeAnswers(tx, application, applicantInfo, { ...answers, email });
  await tx.update(applicantInformation).set({ email }).where(eq(applicantInformation.applicationId, id));
}
