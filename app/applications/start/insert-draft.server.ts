import { asPlainStorage } from "~/applications/stored-answers/answers.server";
import type { Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { requireDataKey } from "~/encryption/data-keys.server";
import type { ServiceQuote } from "./service-quote.server";

type NewDraft = Pick<typeof visaApplications.$inferInsert, "begunWith" | "begunAtDesk" | "linkSentAt" | "inquiryId"> & {
  id: string;
  applicationNumber: string;
  contact: { email: string; keptEmails: string[]; emailHandled?: string | null };
  offer: ServiceQuote;
};

/** Inserts a draft that contains only its email, and creates its data key. */
export async function insertDraft(tx: Transaction, { contact, offer, ...draft }: NewDraft): Promise<void> {
  const { email, keptEmails, emailHandled } = contact;
  await tx.insert(visaApplications).values({
    ...draft,
    visaServiceId: offer.service?.id ?? null,
    userEmail: email,
    keptEmails,
    emailHandled: emailHandled ?? null,
    applicationType: offer.service?.visaType ?? null,
    totalSteps: 8,
    totalAmountDue: offer.total,
    tierName: offer.tierName,
    governmentFee: offer.governmentFee,
    serviceFee: offer.serviceFee,
    metadata: asPlainStorage({ step1: { email } }),
  });
  await requireDataKey({ applicationId: draft.id }, tx);
}
