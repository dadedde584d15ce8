import type { HintDetail } from "~/db/schema/documents";
import type { DocumentHintCode } from "~/db/schema/values";

/** What an inspection found in a file, as `document_hints` stores it. */
export type FoundHint = { code: DocumentHintCode; detail: HintDetail };
