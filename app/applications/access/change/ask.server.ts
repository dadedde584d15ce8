import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { asHolder, asHolderOfDraft, type HolderContext, type HolderWork } from "~/applications/access/as-holder.server";
import { notEmail } from "~/core/email/email-address";
import { emailInput } from "~/core/email/email-input.server";
import { consumeIpLimit, consumeLimit, identityLimitKey, type LimitResult } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { applicationHolders, visaApplications } from "~/db/schema/applications";
import { applicationEmailChanges as changes } from "~/db/schema/email-changes";
import { emailHash } from "~/mail/refused-email.server";
import { endChange } from "./end.server";
import { handledEmail, isSameEmail, mailChangeLink, openChange } from "./open-change.server";

type Application = typeof visaApplications.$inferSelect;
type RequestResult = Done | Refused;
type Asker = { holder: string; address: string } | { adminId: string; email: string };

const hour = 3600;
/** Per application, for applicant and staff together. */
const ofApplication = { max: 5, seconds: hour };
/** As many as starts and links, since each mails an address that somebody typed (D27). */
const ofAddress = { max: 20, seconds: hour };

/** Number of misspelt-looking addresses that are remembered as intended. */
const maxRememberedEmails = 20;
const refusedBefore =
  "The owner of this email address told us this application isn’t theirs. Please enter a different address";
const usedAlready = "Our emails go to this address already.";

/**
 * Requests another address for a locked application: writes the change and its activity, replaces any earlier change
 * and mails the link. `user_email` changes only when the link is used. The same address within an hour of the last mail
 * changes nothing. Invalid: its owner refused it. Conflict: it is already in force.
 */
async function requestChange(
  tx: Transaction,
  application: Application,
  email: string,
  by: Asker,
  record: () => Promise<void>,
): Promise<RequestResult> {
  const { id: applicationId, userEmail, refusedEmailHashes } = application;
  if (isSameEmail(email, userEmail)) return refuse("conflict", usedAlready);
  if (refusedEmailHashes.includes(emailHash(email))) return refuse("invalid", refusedBefore);
  const open = await openChange(tx, applicationId);
  const isSame = open !== undefined && isSameEmail(open.newEmail, email);
  if (isSame && open.mailedAt.getTime() > Date.now() - hour * 1000) return { ok: true };
  const limit = await consumeChangeLimit(tx, applicationId, by);
  if (!limit.allowed) return refuse("limited", tooMany("changes of the email address were requested", limit));
  await tx.delete(changes).where(eq(changes.applicationId, applicationId));
  const asker =
    "holder" in by
      ? { askedBy: await holderRow(tx, applicationId, by.holder) }
      : { adminId: by.adminId, adminEmail: by.email };
  await tx.insert(changes).values({ applicationId, newEmail: email, ...asker });
  await record();
  // Mails caused by staff don't count against the address (V-ATK-20).
  await mailChangeLink(tx, application, { byOthers: "holder" in by });
  return { ok: true };
}

/** Counted in the transaction, so a refused request is rolled back and never counts. */
async function consumeChangeLimit(tx: Transaction, applicationId: string, by: Asker): Promise<LimitResult> {
  const kind = "email change";
  const byAddress = "holder" in by ? await consumeIpLimit(kind, by.address, ofAddress, tx) : undefined;
  if (byAddress && !byAddress.allowed) return byAddress;
  return { ...(await consumeLimit(identityLimitKey(kind, applicationId), ofApplication, tx)), of: "application" };
}

/** The row's id stays the same when a link gives the browser a new token. */
async function holderRow(tx: Transaction, applicationId: string, holder: string) {
  const [row] = await tx
    .select({ id: applicationHolders.id })
    .from(applicationHolders)
    .where(and(eq(applicationHolders.applicationId, applicationId), eq(applicationHolders.tokenHash, holder)));
  return row?.id;
}

const byApplicant = (context: HolderContext, { tx, application, record }: HolderWork, email: string) =>
  requestChange(tx, application, email, context, () =>
    record({ actionType: "email_change_asked", details: { by: "applicant" } }),
  );

export async function requestEmailChange(
  context: HolderContext,
  applicationId: string,
  rawEmail: unknown,
): Promise<RequestResult> {
  const parsed = emailInput.safeParse(rawEmail);
  if (!parsed.success) return refuse("invalid", notEmail);
  return asHolder(context, applicationId, (work) => byApplicant(context, work, parsed.data));
}

/**
 * Applies the email of step 1 on `Next Step` and `Save & Exit`, once for each address: a new one is requested, and the
 * current one ends a change that step 1 requested. `keeps`: the address looks misspelt and the applicant confirmed it.
 */
export async function applyStepEmail(
  context: HolderContext,
  applicationId: string,
  { email, keeps }: { email: string; keeps: boolean },
): Promise<RequestResult> {
  return asHolderOfDraft(context, applicationId, async (work): Promise<RequestResult> => {
    const { tx, application } = work;
    const before = handledEmail(application);
    const isHandled = { emailHandled: email };
    // In applications from before `emailHandled`, whose address was refused by its owner: apply the next one.
    if (before === "") {
      await tx.update(visaApplications).set(isHandled).where(eq(visaApplications.id, applicationId));
      return { ok: true };
    }
    const remembered = keeps
      ? { keptEmails: [...new Set([...application.keptEmails, email.toLowerCase()])].slice(-maxRememberedEmails) }
      : {};
    await tx
      .update(visaApplications)
      .set({ ...isHandled, ...remembered })
      .where(eq(visaApplications.id, applicationId));
    if (isSameEmail(email, before)) return { ok: true };
    if (!isSameEmail(email, application.userEmail)) return byApplicant(context, work, email);
    const open = await openChange(tx, applicationId);
    if (open && isSameEmail(open.newEmail, before)) {
      await tx.delete(changes).where(eq(changes.applicationId, applicationId));
      await work.record({ actionType: "email_change_ended", details: { by: "applicant" } });
    }
    return { ok: true };
  });
}

const staffInput = z.object({ applicationId: z.uuid(), email: emailInput });

/**
 * Requests another address as staff, for a draft or a submitted application: same link and notice as for the applicant.
 * The address in force ends an open change. The other mailbox can then open everything, so this needs recent
 * reauthentication.
 */
export function requestEmailChangeAsStaff(context: StaffContext, input: unknown): Promise<RequestResult> {
  const messages = { invalid: notEmail, forbidden: "Your account is no longer active." };
  return asStaff(
    context,
    { input: staffInput, fresh: true, once: "email change", messages: messages },
    input,
    async ({ tx, staff, record }, { applicationId, email }) => {
      const [application] = await tx
        .select()
        .from(visaApplications)
        .where(eq(visaApplications.id, applicationId))
        .for("update");
      if (!application) return refuse("not-found", "We can’t find this application.");
      const recordIt = ({ actionType }: { actionType: string }) =>
        record({
          actionType,
          subjectType: "application",
          subjectId: applicationId,
          details: { number: application.applicationNumber, by: "staff" },
        });
      const isInForce = isSameEmail(email, application.userEmail);
      if (isInForce && (await endChange(tx, application, { by: "staff", record: recordIt }))) return { ok: true };
      return requestChange(tx, application, email, staff, () => recordIt({ actionType: "email_change_asked" }));
    },
  );
}
