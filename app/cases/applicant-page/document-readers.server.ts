import { countDownload } from "~/cases/decision/decision-documents.server";
import { nassauLongDate } from "~/core/time";
import { messageDraft } from "~/documents/of-case.server";
import type { Reader } from "~/documents/readers.server";
import { holderOf } from "../../applications/access/holder.server";

/**
 * Lets the holder's browser read documents of its application, except staff's unsent ones. Says nothing about other
 * documents.
 */
export const holderReads: Reader = async (document, request) => {
  const { id, applicationId, decisionId, withdrawnAt, documentType } = document;
  if (applicationId === null || documentType === messageDraft.office) return false;
  if ((await holderOf(request, applicationId)) === undefined) return false;
  if (decisionId === null) return true;
  if (withdrawnAt) return { gone: `This document was withdrawn on ${nassauLongDate(withdrawnAt)}.\n` };
  return {
    async opened({ address }, isBeginning) {
      // Count a viewer's range requests as one download.
      if (isBeginning) await countDownload(id, applicationId, address);
      return true;
    },
  };
};
