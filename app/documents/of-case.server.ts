import { and, eq, isNotNull, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import { documents } from "~/db/schema/documents";

/** Files attached to an unsent message, by the side that writes it. */
export const messageDraft = { applicant: "message_draft", office: "office_message_draft" } as const;
const messageDrafts: string[] = Object.values(messageDraft);

/** The archive of a restricted case: excluded from all lists of files. */
export const restrictedType = "restricted_case";

/** Not of a message, a decision or a request, which show their own files. */
export const notOfCase = and(
  isNull(documents.caseMessageId),
  isNull(documents.caseItemId),
  isNull(documents.decisionId),
  notInArray(documents.documentType, messageDrafts),
);

/** Every file of a case except unsent ones and the archive of a restricted case. */
export const sentOfCase = and(
  notInArray(documents.documentType, [...messageDrafts, restrictedType]),
  or(isNull(documents.caseItemId), isNotNull(documents.caseAnswerId), isNotNull(documents.caseMessageId)),
);

const ofApplicantsMessage = sql`exists (
  select 1 from case_messages m where m.id = ${documents.caseMessageId} and m.side = 'applicant')`;
const wasRefused = sql`exists (
  select 1 from case_item_answers a where a.id = ${documents.caseAnswerId} and a.outcome = 'refused')`;

/** The applicant's files since submission, sent or ready to send. Rejected and infected ones are left out (C-ANS-4). */
export const sentSinceSubmission = and(
  or(eq(documents.documentType, messageDraft.applicant), isNotNull(documents.caseItemId), ofApplicantsMessage),
  ne(documents.scan, "infected"),
  sql`not ${wasRefused}`,
);
