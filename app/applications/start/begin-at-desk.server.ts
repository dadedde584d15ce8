import { eq } from "drizzle-orm";
import { suggestEmail } from "~/applications/access/change/suggest-email";
import { newApplicationNumber } from "~/applications/access/number";
import { nameIn } from "~/applications/submission/answers.server";
import type { Transaction } from "~/db/client.server";
import { type Metadata, visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { enqueueMail } from "~/mail/outbox.server";
import { fillDraft } from "./fill-draft.server";
import { insertDraft } from "./insert-draft.server";
import type { ServiceQuote } from "./service-quote.server";

type Begun = {
  id: string;
  email: string;
  offer: ServiceQuote;
  /** What is known of the applicant, by step; `step1` says the email as well. */
  answers: Metadata;
  /** The inquiry that it is made from, locked. */
  inquiryId?: string;
};

/**
 * Writes a draft that staff begin for an applicant, in the caller's transaction: no browser holds it, and who follows
 * the link to its email is not asked who began it (V-ATK-12).
 */
export async function beginAtDesk(tx: Transaction, { id, email, offer, answers, inquiryId }: Begun) {
  const draft = { id, applicationNumber: newApplicationNumber() };
  // Staff were asked about an address that looks misspelt, as applicants are.
  const keptEmails = suggestEmail(email) ? [email.toLowerCase()] : [];
  await insertDraft(tx, {
    ...draft,
    begun: { email, keptEmails },
    offer,
    begunAtDesk: true,
    inquiryId: inquiryId ?? null,
  });
  await fillDraft(tx, draft.id, answers);
  return draft;
}

/**
 * Hands a locked draft over to its email: the mail carries a link, which is made when it is sent (K-MAKE-6).
 * `reference`: of the inquiry that it was made from. False where there is no email.
 */
export async function inviteApplicant(tx: Transaction, id: string, reference: string | null = null): Promise<boolean> {
  const [row] = await tx
    .update(visaApplications)
    .set({ linkSentAt: new Date() })
    .where(eq(visaApplications.id, id))
    .returning();
  if (!row || row.userEmail === "") return false;
  const { userEmail: email, applicationNumber, visaServiceId } = row;
  const [service] = visaServiceId ? await tx.select().from(visaServices).where(eq(visaServices.id, visaServiceId)) : [];
  const name = nameIn(row, "");
  await enqueueMail(tx, {
    kind: "application_invitation",
    to: email,
    toName: name,
    applicationId: id,
    data: { name, email, applicationNumber, serviceName: service?.serviceName ?? null, reference },
  });
  return true;
}
