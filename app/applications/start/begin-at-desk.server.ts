import { eq } from "drizzle-orm";
import { suggestEmail } from "~/applications/access/change/suggest-email";
import { newApplicationNumber } from "~/applications/access/number";
import { nameIn } from "~/applications/stored-answers/answers.server";
import type { Transaction } from "~/db/client.server";
import { type Metadata, visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { enqueueMail } from "~/mail/outbox.server";
import { fillDraft } from "./fill-draft.server";
import { insertDraft } from "./insert-draft.server";
import type { ServiceQuote } from "./service-quote.server";

type DeskDraft = {
  id: string;
  email: string;
  offer: ServiceQuote;
  /** `step1` contains the email too. */
  answers: Metadata;
  /** The inquiry that it is made from, locked by the caller. */
  inquiryId?: string;
};

/** Inserts a draft that staff begin: no browser can open it, and its link does not ask who started it. */
export async function beginAtDesk(tx: Transaction, { id, email, offer, answers, inquiryId }: DeskDraft) {
  const draft = { id, applicationNumber: newApplicationNumber() };
  // Staff were asked about a misspelt-looking address, as applicants are.
  const keptEmails = suggestEmail(email) ? [email.toLowerCase()] : [];
  await insertDraft(tx, {
    ...draft,
    contact: { email, keptEmails },
    offer,
    begunAtDesk: true,
    inquiryId: inquiryId ?? null,
  });
  await fillDraft(tx, draft.id, answers);
  return draft;
}

/** Mails a locked draft's link, made on sending. `reference`: of its inquiry. Returns false without an email. */
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
