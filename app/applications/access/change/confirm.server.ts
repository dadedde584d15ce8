import { randomUUID } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import { recordActivity } from "~/core/activity.server";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import { applicationHolders, visaApplications } from "~/db/schema/applications";
import { applicationEmailChanges as changes } from "~/db/schema/email-changes";
import { redirectMails } from "~/mail/current-recipient.server";
import { readPrivateLink } from "~/mail/links/private-links.server";
import { enqueueMail } from "~/mail/outbox.server";
import { hiddenEmail } from "~/mail/templates/email-changed";
import { findApplication } from "../find.server";
import { type OpenChange, openChange } from "./open-change.server";

type Application = typeof visaApplications.$inferSelect;

/**
 * Shows a link's change without applying it: scanners follow links, so only a POST acts. Undefined for links that are
 * unknown, expired or used, and for ended or replaced changes.
 */
export async function readChange(token: string): Promise<{ number: string; email: string } | undefined> {
  const link = readPrivateLink("change", token);
  if (!link || link.expired) return undefined;
  const [found, open] = await Promise.all([findApplication(link.id), openChange(db, link.id)]);
  if (!found || !open || !link.verify(open.secret)) return undefined;
  return { number: found.application.applicationNumber, email: open.newEmail };
}

/**
 * Applies a link's change in one transaction: the new address is in force and confirmed, earlier links and the browsers
 * that used them end, and the former address gets a notice. Concurrent uses wait for the lock and then find no change.
 */
export async function confirmChange(
  context: { address: string },
  token: string,
): Promise<Done<{ id: string }> | Refused> {
  const link = readPrivateLink("change", token);
  if (!link || link.expired) return refuse("not-found");
  const { id } = link;
  return inTransaction(async (tx): Promise<Done<{ id: string }> | Refused> => {
    const [application] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id)).for("update");
    const open = application && (await openChange(tx, id));
    if (!open || !link.verify(open.secret)) return refuse("not-found");
    await tx.delete(changes).where(eq(changes.applicationId, id));
    const browsersEnded = await endFormerBrowsers(tx, open);
    await tx
      .update(visaApplications)
      .set({
        userEmail: open.newEmail,
        emailConfirmedAt: new Date(),
        emailHandled: application.emailHandled ?? application.userEmail,
        resumeToken: randomUUID(),
        linkSentAt: null,
        keptFrom: sql`now()`,
        // The former mailbox knows the id from its ended links, and the new address can be guessed: without this, both
        // together would open the draft (N-EMAIL-12).
        opensByLinkOnly: true,
      })
      .where(eq(visaApplications.id, id));
    await redirectMails(tx, id, application.userEmail, open.newEmail);
    await notifyFormerEmail(tx, application, open);
    await recordChange(tx, application, open, context.address, browsersEnded);
    return { ok: true, id };
  });
}

/**
 * Ends all browsers but the one that started the application and the one that requested the change; returns how many.
 */
async function endFormerBrowsers(tx: Transaction, { applicationId, askedBy }: OpenChange): Promise<number> {
  const { began, id, expiresAt } = applicationHolders;
  const ended = await tx
    .delete(applicationHolders)
    .where(
      and(eq(applicationHolders.applicationId, applicationId), eq(began, false), askedBy ? ne(id, askedBy) : undefined),
    )
    .returning({ expiresAt });
  return ended.filter((row) => row.expiresAt > new Date()).length;
}

/** Until an address is confirmed it may be a stranger's, so this mail counts as caused by others (V-ATK-20). */
async function notifyFormerEmail(tx: Transaction, application: Application, open: OpenChange): Promise<void> {
  await enqueueMail(
    tx,
    {
      kind: "email_changed",
      to: application.userEmail,
      toName: "",
      applicationId: application.id,
      data: {
        applicationNumber: application.applicationNumber,
        newEmail: hiddenEmail(open.newEmail),
        by: open.adminEmail === null ? "applicant" : "staff",
        changedAt: new Date().toISOString(),
      },
    },
    { byOthers: application.emailConfirmedAt === null },
  );
}

async function recordChange(
  tx: Transaction,
  { id, applicationNumber: number }: Application,
  { adminId, adminEmail }: OpenChange,
  ip: string,
  browsersEnded: number,
): Promise<void> {
  const staff = adminId && adminEmail ? { adminId, email: adminEmail } : null;
  await recordActivity(tx, staff, {
    actionType: "email_changed",
    subjectType: "application",
    subjectId: id,
    details: { number, by: staff ? "staff" : "applicant", browsersEnded },
    // The IP address belongs to the person who clicked, never to the admin.
    ...(staff ? {} : { address: ip }),
  });
}
