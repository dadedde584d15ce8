import { recordOnceAnHourIn } from "~/core/activity.server";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import type { Done, Refused } from "~/core/verbs/refused";
import { messageDraft, restrictedType } from "~/documents/of-case.server";
import type { Document, From, Reader } from "~/documents/readers.server";
import { type CountedReads, countReads, noticeManyReads, waitForOwnReads } from "./activity/many-reads.server";
import { refuseUnlessFresh } from "./reauthentication/fresh.server";
import { readStaff, type Staff } from "./staff.server";

/**
 * Of a restricted case, which opens with a reason only; or waits in the applicant's form, of a message or of something
 * that was asked for (C-ANS-7).
 */
const isUnsent = ({ documentType, caseItemId, caseAnswerId, caseMessageId }: Document): boolean =>
  documentType === restrictedType ||
  documentType === messageDraft.applicant ||
  (caseItemId !== null && caseAnswerId === null && caseMessageId === null);

/** So many files within ten minutes are usual; whoever opens more confirms that it is them (F-SAFE-4). */
const openings: CountedReads = { what: "files", actions: ["document_opened"], usual: 60 };

/** Staff may read every document that was sent (D3); each opening is in the activity log (V-ATK-28). */
export const staffReads: Reader = async (document, request) => {
  if (isUnsent(document)) return false;
  const staff = await readStaff(request);
  return staff ? { opened: (from) => open(staff, document, from) } : false;
};

/** Records an opening, once an hour for each file; false where there were so many that they have to confirm first. */
async function open(staff: Staff, document: Document, { address, browser }: From): Promise<boolean> {
  const opened = await inTransaction(async (tx): Promise<Done | Refused> => {
    await waitForOwnReads(tx, staff);
    const before = await countReads(tx, staff, openings);
    const isRecorded = await recordOnceAnHourIn(tx, staff, {
      actionType: "document_opened",
      subjectType: "document",
      subjectId: document.id,
      details: { kind: document.documentType },
      address,
      browser,
    });
    // What was opened within the hour is opened again without a question, such as the parts of a long file.
    const unconfirmed = isRecorded && before >= openings.usual ? await refuseUnlessFresh({ tx, staff }) : null;
    if (unconfirmed) return unconfirmed;
    if (isRecorded) await noticeManyReads(tx, staff, openings);
    return { ok: true };
  });
  return opened.ok;
}
