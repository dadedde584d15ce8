import { nameIn } from "~/applications/stored-answers/answers.server";
import type { Transaction } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { enqueueMail } from "~/mail/outbox.server";

/** Emails both sides how a signed agreement ended; nobody where the case has no email. */
export async function mailEnd(
  tx: Transaction,
  application: typeof visaApplications.$inferSelect,
  end: { signedAt: Date; withdrawnAt?: Date; endedOn?: string; reason?: string },
): Promise<void> {
  const { id: applicationId, applicationNumber, userEmail, emailConfirmedAt } = application;
  const name = nameIn(application);
  const facts = {
    signedAt: end.signedAt.toISOString(),
    withdrawnAt: end.withdrawnAt?.toISOString() ?? null,
    endedOn: end.endedOn ?? null,
    reason: end.reason ?? "",
  };
  await enqueueMail(
    tx,
    {
      kind: "agreement_withdrawn",
      to: userEmail,
      toName: name,
      applicationId,
      data: { ...facts, name, email: userEmail, applicationNumber },
    },
    { byOthers: !emailConfirmedAt },
  );
  await enqueueMail(tx, {
    kind: "agreement_withdrawn_notification",
    applicationId,
    data: { ...facts, applicantName: name, applicationNumber, applicationId },
  });
}
