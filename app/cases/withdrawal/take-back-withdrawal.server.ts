import { and, desc, eq } from "drizzle-orm";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import { nameIn } from "~/applications/stored-answers/answers.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { applicationStatusHistory, visaApplications } from "~/db/schema/applications";
import { enqueueMail } from "~/mail/outbox.server";
import { eventOf, isNotUndone, takenBack } from "../status/status-history.server";

/**
 * Ends the applicant's own request to withdraw, unless staff have set a status since: the request, a history line, the
 * record and the mails to both sides, in one transaction. Idempotent.
 */
export function takeBackWithdrawal(context: HolderContext, applicationId: string): Promise<Done | Refused> {
  return asHolder(context, applicationId, async ({ tx, application, record }): Promise<Done | Refused> => {
    const { status, applicationNumber, userEmail, emailConfirmedAt, withdrawalRequestedAt } = application;
    if (!withdrawalRequestedAt) {
      const [last] = await tx
        .select()
        .from(applicationStatusHistory)
        .where(and(eq(applicationStatusHistory.applicationId, applicationId), isNotUndone))
        .orderBy(desc(applicationStatusHistory.createdAt))
        .limit(1);
      if (last && eventOf(last) === takenBack) return { ok: true };
      return refuse("closed", "We have answered your request already; the page shows how.");
    }
    await tx
      .update(visaApplications)
      .set({ withdrawalRequestedAt: null, withdrawalReason: null })
      .where(eq(visaApplications.id, applicationId));
    await tx.insert(applicationStatusHistory).values({
      applicationId,
      fromStatus: status,
      toStatus: status,
      event: takenBack,
      createdAt: new Date(),
    });
    await record({ actionType: "withdrawal_taken_back_by_applicant", details: { status } });
    const name = nameIn(application);
    const mail = { applicationNumber, requestedAt: withdrawalRequestedAt.toISOString() };
    await enqueueMail(
      tx,
      {
        kind: "withdrawal_taken_back",
        to: userEmail,
        toName: name,
        applicationId,
        data: { ...mail, name, email: userEmail },
      },
      { byOthers: !emailConfirmedAt },
    );
    await enqueueMail(tx, {
      kind: "withdrawal_taken_back_notification",
      applicationId,
      data: { ...mail, applicantName: name, applicationId, status },
    });
    return { ok: true };
  });
}
