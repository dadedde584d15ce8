import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { asStaff } from "~/accounts/as-staff.server";
import { takeFromBoth } from "~/accounts/limits.server";
import type { StaffContext } from "~/accounts/staff.server";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { refuse } from "~/ground/verbs/refused";
import { addressHash } from "~/mail/refused-address.server";
import { isHolder } from "./holder.server";
import { enqueueLink } from "./resume.server";
import { applicantEmail } from "./start.server";

type Context = { address: string; holder: string };
export type AddressResult =
  | { outcome: "sent" | "limited" | "settled" | "refused" }
  | { outcome: "invalid"; message: string };

/** What the pages of an application say of its address: an empty one is nobody's. */
export const addressOf = (application: { userEmail: string; emailConfirmedAt: Date | null }) => ({
  email: application.userEmail,
  confirmed: application.emailConfirmedAt !== null,
});
export type AddressState = ReturnType<typeof addressOf>;

/**
 * As often as anybody may ask for a link (decision 27), and counted apart: who knows an id alone uses up nothing of its
 * holder's. In the transaction, so that what sends nothing counts against nobody.
 */
async function maySend(tx: Transaction, { address }: Context, applicationId: string): Promise<boolean> {
  const limits = { address: { max: 20, seconds: 3600 }, identity: { max: 5, seconds: 3600 } };
  return (await takeFromBoth("own link", { address, identity: applicationId }, limits, tx)).allowed;
}

/**
 * Gives an application whose address was refused by its owner another one, and sends a link there that confirms it
 * (V-ATK-14). The same rule as at the start; an address that was refused for it is not taken again. `settled`: it has
 * one.
 */
export async function giveAddress(context: Context, applicationId: string, given: unknown): Promise<AddressResult> {
  const parsed = applicantEmail.safeParse(given);
  if (!parsed.success) return { outcome: "invalid", message: "Please enter a valid email address" };
  const email = parsed.data;
  return db.transaction(async (tx): Promise<AddressResult> => {
    const [application] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("update");
    if (!application || !(await isHolder(tx, applicationId, context.holder))) return { outcome: "refused" };
    if (application.userEmail !== "") return { outcome: "settled" };
    if (application.refusedEmailHashes.includes(addressHash(email)))
      return {
        outcome: "invalid",
        message: "The owner of this address told us that they did not begin this application. Please give another one",
      };
    if (!(await maySend(tx, context, applicationId))) return { outcome: "limited" };
    await tx
      .update(visaApplications)
      .set({ userEmail: email, emailConfirmedAt: null, resumeToken: crypto.randomUUID() })
      .where(eq(visaApplications.id, applicationId));
    await recordActivity(tx, null, {
      actionType: "email_given_by_applicant",
      subjectType: "application",
      subjectId: applicationId,
      details: { number: application.applicationNumber },
      address: context.address,
    });
    await enqueueLink(tx, applicationId);
    return { outcome: "sent" };
  });
}

/** Sends the link that confirms the address once more, for the browser that holds the application (V-ATK-13). */
export async function sendLinkAgain(context: Context, applicationId: string): Promise<AddressResult> {
  return db.transaction(async (tx): Promise<AddressResult> => {
    const [application] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("update");
    if (!application || !(await isHolder(tx, applicationId, context.holder))) return { outcome: "refused" };
    if (application.userEmail === "" || application.emailConfirmedAt) return { outcome: "settled" };
    if (!(await maySend(tx, context, applicationId))) return { outcome: "limited" };
    await enqueueLink(tx, applicationId);
    return { outcome: "sent" };
  });
}

/** The same for staff, recorded and without a limit, as sending a mail again is. */
export function sendLinkForStaff(context: StaffContext, given: unknown) {
  const settled = () => refuse("closed", "Not sent: it is confirmed already.");
  return asStaff(context, { input: z.uuid(), words: { invalid: settled } }, given, async ({ tx, record }, id) => {
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
  });
}
