import { messageDraft } from "~/documents/of-case.server";
import type { Document } from "~/documents/readers.server";
import { holderOf } from "./holder.server";

/**
 * An application's documents are for the browser that holds it (D3), but not those that staff have not sent yet; other
 * documents are not judged here.
 */
export const holderReads = async (document: Document, request: Request): Promise<boolean> =>
  document.applicationId !== null &&
  document.documentType !== messageDraft.office &&
  (await holderOf(request, document.applicationId)) !== undefined;
