import { recordOnceAnHourIn } from "~/core/activity.server";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import type { Done, Refused } from "~/core/verbs/refused";
import { messageDraft, restrictedType } from "~/documents/of-case.server";
import type { Document, From, Reader } from "~/documents/readers.server";
import { type CountedReads, countReads, noticeManyReads, waitForOwnReads } from "./activity/many-reads.server";
import { refuseUnlessFresh } from "./reauthentication/fresh.server";
import { readStaff, type Staff } from "./staff.server";

/** A restricted case's file, which needs a reason to open, or an unsent file of an applicant's form (C-ANS-7). */
const isClosedToStaff = ({ documentType, caseItemId, caseAnswerId, caseMessageId }: Document): boolean =>
  documentType === restrictedType ||
  documentType === messageDraft.applicant ||
  (caseItemId !== null && caseAnswerId === null && caseMessageId === null);

/** More than `usual` openings within ten minutes require reauthentication. */
const openings: CountedReads = { what: "files", actions: ["document_opened"], usual: 60 };

/** Staff may read every document except unsent ones and restricted cases' files. */
export const staffReads: Reader = async (document, request) => {
  if (isClosedToStaff(document)) return false;
  const staff = await readStaff(request);
  return staff ? { opened: (from) => open(staff, document, from) } : false;
};

/** Logs an opening, once an hour for each file; false if there were so many that staff must reauthenticate first. */
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
    // Opening the same file again within the hour, such as the ranges of a long one, needs no reauthentication.
    const unconfirmed = isRecorded && before >= openings.usual ? await refuseUnlessFresh({ tx, staff }) : null;
    if (unconfirmed) return unconfirmed;
    if (isRecorded) await noticeManyReads(tx, staff, openings);
    return { ok: true };
  });
  return opened.ok;
}
