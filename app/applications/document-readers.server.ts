import type { Document } from "~/documents/readers.server";
import { holderOf } from "./holder.server";

/** An application's documents are for the browser that holds it (decision 3); every other one's are not its business. */
export const holderReads = async (document: Document, request: Request): Promise<boolean> =>
  document.applicationId !== null && (await holderOf(request, document.applicationId)) !== undefined;
