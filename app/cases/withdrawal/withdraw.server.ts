import { eq } from "drizzle-orm";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import { nameIn } from "~/applications/submission/answers.server";
import { textInput } from "~/core/input-schemas.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { applicationStatusHistory, visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { enqueueMail } from "~/mail/outbox.server";
import { isUndecided } from "../../applications/status/undecided";

const reasonLimit = 1000;
const reasonInput = textInput(reasonLimit, "The reason");

/**
 * Records that the holder of a submitted application asks to withdraw it: the request, a line of its history, the
 * activity and a mail to applicant and staff in one transaction. A repeat while the request is open changes nothing; a
 * decided application is `closed`. The status stays until staff set the next one, which answers the request.
 */
export async function requestWithdrawal(
  context: HolderContext,
  applicationId: string,
  given: unknown,
): Promise<Done | Refused> {
  const parsed = reasonInput.safeParse(given ?? "");
  if (!parsed.success) {
    const barred = parsed.error.issues.find(({ code }) => code === "custom")?.message;
    return refuse("invalid", barred ?? `Please use at most ${reasonLimit.toLocaleString("en-US")} characters.`);
  }
  const reason = parsed.data;
  return asHolder(context, applicationId, async ({ tx, application, record }): Promise<Done | Refused> => {
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
      message: `The applicant asks to withdraw the application.${reason ? `\n${reason}` : ""}`,
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
