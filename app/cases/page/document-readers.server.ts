import { countDownload } from "~/cases/decision/decision-documents.server";
import { nassauLongDate } from "~/core/time";
import { messageDraft } from "~/documents/of-case.server";
import type { Reader } from "~/documents/readers.server";
import { holderOf } from "../../applications/access/holder.server";

/**
 * An application's documents are for the browser that holds it (D3), but not those that staff have not sent yet; other
 * documents are not judged here.
 */
export const holderReads: Reader = async (document, request) => {
  const { id, applicationId, decisionId, withdrawnAt, documentType } = document;
  if (applicationId === null || documentType === messageDraft.office) return false;
  if ((await holderOf(request, applicationId)) === undefined) return false;
  if (decisionId === null) return true;
  if (withdrawnAt) return { gone: `This document was withdrawn on ${nassauLongDate(withdrawnAt)}.\n` };
  return {
    async opened({ address }, isBeginning) {
      // A viewer that reads a file in parts downloads it once.
      if (isBeginning) await countDownload(id, applicationId, address);
      return true;
    },
  };
};
