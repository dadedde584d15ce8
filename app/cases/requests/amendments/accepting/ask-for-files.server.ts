import { and, eq, inArray } from "drizzle-orm";
import { missingFiles } from "~/applications/required-files/missing.server";
import { filesByRequirement, slotsOf } from "~/applications/required-files/requirements.server";
import { missingStepFiles } from "~/applications/steps/needed-files";
import { addRequest, type NewItem, openItemsOf } from "~/cases/requests/add-request.server";
import type { LockedCase } from "~/cases/requests/item-verb.server";
import { notifyOfItems } from "~/cases/requests/request-status.server";
import type { Transaction } from "~/db/client.server";
import { caseRequestItems } from "~/db/schema/case";
import { statementOf } from "~/documents/dates/date-rule";
import type { Answers, StepDefinition } from "~/form-engine/definition";

type Corrected = { step: StepDefinition; before: Answers; after: Answers };

/** Requests the files that a correction needs, unless they were requested before, in one mail. */
export async function requestMissingFiles(
  tx: Transaction,
  application: LockedCase,
  { step, before, after }: Corrected,
  adminEmail: string,
): Promise<void> {
  const knownTypes = new Set(missingStepFiles(step, before).map(({ documentType }) => documentType));
  const needed = missingStepFiles(step, after).filter(({ documentType }) => !knownTypes.has(documentType));
  if (needed.length === 0) return;
  const requested = await tx
    .select({ type: caseRequestItems.documentType })
    .from(caseRequestItems)
    .where(
      and(
        eq(caseRequestItems.applicationId, application.id),
        inArray(caseRequestItems.state, ["open", "sent", "accepted"]),
      ),
    );
  const files = await filesByRequirement(application, {
    places: await slotsOf(application.visaServiceId, tx),
    from: tx,
  });
  const items = missingFiles(files, needed)
    .later.filter(({ documentType }) => requested.every(({ type }) => type !== documentType))
    .map(({ documentType, name }): NewItem => {
      const slot = files.slots.find(({ type }) => type === documentType);
      return {
        kind: "document",
        documentType,
        name,
        description: slot?.description ?? "",
        ...(slot?.dateRule && { statement: statementOf(slot.dateRule) }),
        reason: "Your corrected answers ask for it.",
        dueOn: null,
        ifLate: "",
      };
    });
  if (items.length === 0) return;
  const stillOpen = await openItemsOf(tx, application.id);
  await addRequest(tx, { applicationId: application.id, adminEmail, items });
  await notifyOfItems(tx, application, { items, stillOpen, setStatus: false, adminEmail });
}
