import { eq } from "drizzle-orm";
import type { z } from "zod";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import { nameIn } from "~/applications/stored-answers/answers.server";
import { textInput } from "~/core/input-schemas.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { applicationStatusHistory, visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { enqueueMail } from "~/mail/outbox.server";
import { isUndecided } from "../../applications/status/undecided";

const reasonLimit = 1000;
const tooLong = `Please use at most ${reasonLimit.toLocaleString("en-US")} characters.`;
const invalid = ({ issues }: z.ZodError) =>
  refuse("invalid", issues.find(({ code }) => code === "custom")?.message ?? tooLong);
const verb = { input: textInput(reasonLimit, "The reason"), messages: { invalid } };

/**
 * Stores a holder's request to withdraw a submitted application: the request, a history line, the activity and a mail
 * to both sides, in one transaction. A repeat changes nothing; a decided application is `closed`. The status stays
 * until staff set the next one, which answers the request.
 */
export async function requestWithdrawal(
  context: HolderContext,
  applicationId: string,
  rawReason: unknown,
): Promise<Done | Refused> {
  return asHolder(context, applicationId, verb, rawReason ?? "", async ({ tx, application, record }, reason) => {
    const { status, applicationNumber, userEmail, emailConfirmedAt, visaServiceId } = application;
    if (application.withdrawalRequestedAt) return { ok: true };
    if (!isUndecided(status)) return refuse("closed");
    const now = new Date();
    await tx
      .update(visaApplications)
      .set({ withdrawalRequestedAt: now, withdrawalReason: reason || null })
      .where(eq(visaApplications.id, applicationId));
    await tx.insert(applicationStatusHistory).values({
      applicationId,
      fromStatus: status,
      toStatus: status,
      message: `The applicant has asked to withdraw the application.${reason ? `\n${reason}` : ""}`,
      createdAt: now,
    });
    await record({ actionType: "withdrawal_requested_by_applicant", details: { status } });
    const [service] = visaServiceId
      ? await tx.select().from(visaServices).where(eq(visaServices.id, visaServiceId))
      : [];
    const name = nameIn(application);
    const mail = { applicationNumber, reason, requestedAt: now.toISOString() };
    await enqueueMail(
      tx,
      {
        kind: "withdrawal_requested",
        to: userEmail,
        toName: name,
        applicationId,
        data: { ...mail, name, email: userEmail },
      },
      { byOthers: !emailConfirmedAt },
    );
    await enqueueMail(tx, {
      kind: "withdrawal_notification",
      applicationId,
      data: {
        ...mail,
        applicantName: name,
        applicantEmail: userEmail || "No address",
        applicationId,
        visaType: service?.visaType ?? null,
        status,
      },
    });
    return { ok: true };
  });
}
