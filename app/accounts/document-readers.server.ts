import { messageDraft, restrictedType } from "~/documents/of-case.server";
import type { Document, Reader } from "~/documents/readers.server";
import { recordOnceAnHour } from "~/ground/activity.server";
import { readStaff } from "./staff.server";

/**
 * Of a restricted case, which opens with a reason only; or waits in the applicant's form, of a message or of something
 * that was asked for (C-ANS-7).
 */
const isUnsent = ({ documentType, caseItemId, caseAnswerId, caseMessageId }: Document): boolean =>
  documentType === restrictedType ||
  documentType === messageDraft.applicant ||
  (caseItemId !== null && caseAnswerId === null && caseMessageId === null);

/** Staff may read every document that was sent (D3); each opening is in the activity log (V-ATK-28). */
export const staffReads: Reader = async (document, request) => {
  if (isUnsent(document)) return false;
  const staff = await readStaff(request);
  if (!staff) return false;
  return {
    opened: ({ address, browser }) =>
      recordOnceAnHour(staff, {
        actionType: "document_opened",
        subjectType: "document",
        subjectId: document.id,
        details: { kind: document.documentType },
        address,
        browser,
      }),
  };
};
