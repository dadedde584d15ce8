import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { recordActivity } from "~/core/activity.server";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { readPrivateLink } from "~/mail/links/private-links.server";
import { emailHash, stopMailsTo } from "~/mail/refused-email.server";
import { findApplication } from "./find.server";

type Application = typeof visaApplications.$inferSelect;

/**
 * Detaches the address of a locked application whose owner did not start it: mailed links and mails end, and the
 * address is not accepted for it again. Its browsers keep access and are asked for another address. For a submitted one
 * the record stays, and the desk sees that it has no address.
 */
export async function detachEmail(tx: Transaction, application: Application, from: string): Promise<void> {
  const { id, userEmail, emailHandled, refusedEmailHashes, applicationNumber, status } = application;
  await tx
    .update(visaApplications)
    .set({
      userEmail: "",
      emailHandled: emailHandled ?? userEmail,
      emailConfirmedAt: null,
      refusedEmailHashes: [...new Set([...refusedEmailHashes, emailHash(userEmail)])],
      resumeToken: randomUUID(),
      linkSentAt: null,
    })
    .where(eq(visaApplications.id, id));
  await stopMailsTo(tx, id, userEmail);
  await recordActivity(tx, null, {
    actionType: "email_refused_by_its_owner",
    subjectType: "application",
    subjectId: id,
    details: { number: applicationNumber, status },
    address: from,
  });
}

/** Validates a `This was not me` link without using it: scanners follow links, so only a POST acts. */
export async function readNotMeLink(token: string) {
  const link = readPrivateLink("notMe", token);
  const found = link ? await findApplication(link.id) : undefined;
  if (!link || !found || !link.verify(found.application.userEmail)) return { state: "unknown" as const };
  if (link.expired) return { state: "expired" as const };
  const { applicationNumber, createdAt, begunWith } = found.application;
  return {
    state: "good" as const,
    number: applicationNumber,
    begun: { serviceName: found.serviceName, at: createdAt.toISOString(), browser: begunWith },
  };
}

/** Detaches the address by such a link. Expired, ended and used links are not found. */
export async function refuseByLink(context: { address: string }, token: string): Promise<Done | Refused> {
  const link = readPrivateLink("notMe", token);
  if (!link || link.expired) return refuse("not-found");
  return inTransaction(async (tx): Promise<Done | Refused> => {
    const [application] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, link.id))
      .for("update");
    if (!application || !link.verify(application.userEmail)) return refuse("not-found");
    await detachEmail(tx, application, context.address);
    return { ok: true };
  });
}
