import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { notEmail } from "~/core/email/email-address";
import { emailInput } from "~/core/email/email-input.server";
import { consumeIpAndIdentityLimits } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { applicationEmailChanges } from "~/db/schema/email-changes";
import { comesBack } from "~/mail/current-recipient.server";
import { emailHash } from "~/mail/refused-email.server";
import { asHolder, type HolderContext } from "./as-holder.server";
import { mailChangeLink, openChange } from "./change/open-change.server";
import { enqueueLink } from "./resume.server";

type Addressed = Pick<typeof visaApplications.$inferSelect, "id" | "userEmail" | "emailConfirmedAt">;

/**
 * The address of an application for its pages; `email` is empty if its owner refused it. `change`: address that waits
 * for its link, or null. `comesBack`: our mails bounce.
 */
export async function emailStateOf({ id, userEmail, emailConfirmedAt }: Addressed) {
  const [open, back] = await Promise.all([openChange(db, id), comesBack(id, userEmail, emailConfirmedAt)]);
  return {
    email: userEmail,
    confirmed: emailConfirmedAt !== null,
    change: open?.newEmail ?? null,
    comesBack: back,
  };
}
export type EmailState = Awaited<ReturnType<typeof emailStateOf>>;

/**
 * The limit of public link requests (D27) with its own count, so that others who know the id can't use it up. Counted
 * in the transaction, so a refused request never counts.
 */
export async function refuseSending(tx: Transaction, { address }: HolderContext, applicationId: string) {
  const limits = { address: { max: 20, seconds: 3600 }, identity: { max: 5, seconds: 3600 } };
  const limit = await consumeIpAndIdentityLimits(
    "own link",
    { address, identity: applicationId, of: "application" },
    limits,
    tx,
  );
  return limit.allowed ? undefined : refuse("limited", tooMany("links were requested", limit));
}

/**
 * Sets an address for an application whose address was refused by its owner, and mails a confirmation link. Addresses
 * that were refused for this application are not accepted again. Conflict if the application has an address.
 */
export async function setEmail(
  context: HolderContext,
  applicationId: string,
  rawEmail: unknown,
): Promise<Done | Refused> {
  const verb = { input: emailInput, messages: { invalid: notEmail } };
  return asHolder(context, applicationId, verb, rawEmail, async ({ tx, application, record }, email) => {
    if (application.userEmail !== "") return refuse("conflict");
    if (application.refusedEmailHashes.includes(emailHash(email)))
      return refuse(
        "invalid",
        "The owner of this email address told us this application isn’t theirs. Please enter a different address",
      );
    const tooOften = await refuseSending(tx, context, applicationId);
    if (tooOften) return tooOften;
    await tx
      .update(visaApplications)
      .set({
        userEmail: email,
        emailConfirmedAt: null,
        emailHandled: application.emailHandled ?? "",
        resumeToken: crypto.randomUUID(),
      })
      .where(eq(visaApplications.id, applicationId));
    // The last request wins.
    await tx.delete(applicationEmailChanges).where(eq(applicationEmailChanges.applicationId, applicationId));
    await record({ actionType: "email_given_by_applicant" });
    await enqueueLink(tx, applicationId);
    return { ok: true };
  });
}

/**
 * Mails the confirmation link, or that of an open change, again. Conflict without an address or with a confirmed one.
 */
export function sendLinkAgain(context: HolderContext, applicationId: string): Promise<Done | Refused> {
  return asHolder(context, applicationId, async ({ tx, application }) => {
    const open = await openChange(tx, applicationId);
    if (!open && (application.userEmail === "" || application.emailConfirmedAt)) return refuse("conflict");
    const tooOften = await refuseSending(tx, context, applicationId);
    if (tooOften) return tooOften;
    await (open ? mailChangeLink(tx, application, { byOthers: true }) : enqueueLink(tx, applicationId));
    return { ok: true };
  });
}

/** The same for staff: recorded, and without a limit. */
export function sendLinkForStaff(context: StaffContext, rawId: unknown) {
  const settled = () => refuse("closed", "Not sent: it is confirmed already.");
  return asStaff(
    context,
    { input: z.uuid(), once: "link", messages: { invalid: settled } },
    rawId,
    async ({ tx, record }, id) => {
      const [application] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id)).for("update");
      if (!application || application.userEmail === "" || application.emailConfirmedAt) return settled();
      await enqueueLink(tx, id);
      await record({
        actionType: "link_sent_by_staff",
        subjectType: "application",
        subjectId: id,
        details: { number: application.applicationNumber },
      });
      return { ok: true };
    },
  );
}
