import { storedName } from "~/applications/stored-answers/answers.server";
import { statusMail } from "~/cases/status/status-mail.server";
import { addStatusLine, setStatusOf } from "~/cases/status/write-status.server";
import type { Transaction } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import type { ApplicationStatus } from "~/db/schema/values";
import { enqueueMail } from "~/mail/outbox.server";
import { countOpenItems, type NewItem } from "./add-request.server";
import { formatItems } from "./request-words";

type Case = Pick<typeof visaApplications.$inferSelect, "id" | "status" | "applicationNumber" | "userEmail">;

async function changeStatus(
  tx: Transaction,
  application: Case,
  status: ApplicationStatus,
  entry: { message: string | null; adminEmail: string | null },
) {
  // Neither a request nor its answer answers a withdrawal request.
  await setStatusOf(tx, application.id, status, false);
  await addStatusLine(tx, application, status, entry);
}

/** `stillOpen`: items that were open before. */
type ItemsNotice = {
  items: readonly NewItem[];
  stillOpen: readonly NewItem[];
  setStatus: boolean;
  adminEmail: string;
};

/**
 * Mails the applicant all requested items at once. `setStatus` sets `Additional Info Required` unless it is set, and
 * uses that status's mail. Returns whether there is an address to write to.
 */
export async function notifyOfItems(
  tx: Transaction,
  application: Case,
  { items, stillOpen, setStatus, adminEmail }: ItemsNotice,
): Promise<boolean> {
  const { id: applicationId, applicationNumber, userEmail: email } = application;
  const message = formatItems(items, stillOpen);
  if (setStatus && application.status !== "additional_info_required") {
    const mail = await statusMail(tx, application, "additional_info_required", message);
    await changeStatus(tx, application, "additional_info_required", { message, adminEmail });
    await enqueueMail(tx, mail);
    return email !== "";
  }
  const name = (await storedName(tx, applicationId)) || "Applicant";
  await enqueueMail(tx, {
    kind: "case_request",
    to: email,
    toName: name,
    applicationId,
    data: { name, email, applicationNumber, applicationId, items: message },
  });
  return email !== "";
}

/**
 * Once nothing is open, returns a case to review, without a mail and with a history line without an author (C-ANS-10).
 */
export async function reviewOnceComplete(tx: Transaction, application: Case): Promise<void> {
  if (application.status !== "additional_info_required") return;
  if ((await countOpenItems(tx, application.id)) > 0) return;
  await changeStatus(tx, application, "under_review", { message: null, adminEmail: null });
}
