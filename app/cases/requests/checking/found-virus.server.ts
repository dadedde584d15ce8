import { and, eq, isNull, ne } from "drizzle-orm";
import { requirementsOf } from "~/applications/required-files/requirements.server";
import { isUndecided } from "~/applications/status/undecided";
import { knownSteps } from "~/applications/steps/registry";
import { lockedApplication } from "~/cases/locked-application.server";
import { addRequest, openItemsOf } from "~/cases/requests/add-request.server";
import { addressed, type LockedCase, lockedItem } from "~/cases/requests/item-verb.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import type { Transaction } from "~/db/client.server";
import { caseItemAnswers, caseRequestItems } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { makeCleanCopy } from "~/documents/file-rules";
import type { Document } from "~/documents/readers.server";
import { fieldsOf } from "~/form-engine/definition";
import { enqueueMail } from "~/mail/outbox.server";

const reasonFor = (name: string) =>
  `We found a virus in ${name} and removed it. Your other files are fine. ${makeCleanCopy}`;

/**
 * After a virus in a sent, undecided file: opens its item again and asks for a clean one. After one in a file of the
 * submission: requests that file if a document is now missing.
 */
export async function requestCleanFile(tx: Transaction, document: Document): Promise<void> {
  const { applicationId, caseItemId, caseAnswerId, caseMessageId } = document;
  if (!applicationId || caseMessageId) return;
  if (caseItemId && caseAnswerId) await reopen(tx, document, { applicationId, caseItemId, caseAnswerId });
  else if (!caseItemId) await requestAgain(tx, document, applicationId);
}

type Sent = { applicationId: string; caseItemId: string; caseAnswerId: string };

async function reopen(tx: Transaction, document: Document, { applicationId, caseItemId, caseAnswerId }: Sent) {
  const found = await lockedItem(tx, applicationId, caseItemId);
  const [answer] = await tx.select().from(caseItemAnswers).where(eq(caseItemAnswers.id, caseAnswerId));
  if (!found || answer?.outcome !== "waiting" || found.item.state !== "sent") return;
  const now = new Date();
  const reason = reasonFor(document.documentName);
  await tx
    .update(caseItemAnswers)
    .set({ outcome: "refused", reason, decidedAt: now })
    .where(eq(caseItemAnswers.id, answer.id));
  await tx
    .update(caseRequestItems)
    .set({ state: "open", stateAt: now, reason })
    .where(eq(caseRequestItems.id, caseItemId));
  await notifyOfVirus(tx, found.application, { item: found.item.name, file: document.documentName });
}

async function requestAgain(tx: Transaction, document: Document, applicationId: string) {
  const application = await lockedApplication({ tx }, applicationId);
  if (!application || !isUndecided(application.status)) return;
  const { documentType } = document;
  const name = await neededName(tx, application, documentType);
  const isOpen = (await openItemsOf(tx, applicationId)).some((item) => item.documentType === documentType);
  const [replacement] = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.applicationId, applicationId),
        eq(documents.documentType, documentType),
        ne(documents.scan, "infected"),
        isNull(documents.caseItemId),
      ),
    )
    .limit(1);
  if (!name || isOpen || replacement) return;
  const reason = reasonFor(document.documentName);
  const item = { kind: "document", documentType, name, description: "", reason, dueOn: null, ifLate: "" } as const;
  await addRequest(tx, { applicationId, adminEmail: null, items: [item] });
  await notifyOfVirus(tx, application, { item: name, file: document.documentName });
}

/** Name of a document that the service requires, or of a question that a file answers. */
async function neededName(tx: Transaction, { visaServiceId }: LockedCase, type: string): Promise<string | undefined> {
  const required = (await requirementsOf(visaServiceId, tx)).find(
    (requirement) => requirement.isRequired && requirement.type === type,
  );
  if (required) return required.name;
  const fields = knownSteps.flatMap((step) => fieldsOf(step));
  return fields.flatMap((field) => (field.kind === "file" && field.documentType === type ? [field.label] : []))[0];
}

async function notifyOfVirus(tx: Transaction, application: LockedCase, named: { item: string; file: string }) {
  const mail = await addressed(tx, application);
  await enqueueMail(tx, { ...mail, kind: "file_infected", data: { ...mail.data, ...named } });
  await updateTurn(tx, application.id);
}
