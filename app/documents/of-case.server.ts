import { and, eq, isNotNull, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import { documents } from "~/db/schema/documents";

/** The kinds of files that wait in the form of a message that was not sent yet, by the side that writes it. */
export const messageDraft = { applicant: "message_draft", office: "office_message_draft" } as const;
const messageDrafts: string[] = Object.values(messageDraft);

/** The files that a restricted case was put into: no list of anybody's files names them (V-ERASE-4). */
export const restrictedType = "restricted_case";

/** Files of no message, no decision and nothing that was asked for: those stand beside what they came with. */
export const notOfCase = and(
  isNull(documents.caseMessageId),
  isNull(documents.caseItemId),
  isNull(documents.decisionId),
  notInArray(documents.documentType, messageDrafts),
);

/** Every file of a case but what its form or a message still holds unsent, and what a restricted case was put into. */
export const sentOfCase = and(
  notInArray(documents.documentType, [...messageDrafts, restrictedType]),
  or(isNull(documents.caseItemId), isNotNull(documents.caseAnswerId), isNotNull(documents.caseMessageId)),
);

const ofApplicantsMessage = sql`exists (
  select 1 from case_messages m where m.id = ${documents.caseMessageId} and m.side = 'applicant')`;
const wasRefused = sql`exists (
  select 1 from case_item_answers a where a.id = ${documents.caseAnswerId} and a.outcome = 'refused')`;

/**
 * What the applicant has sent since the submission, or has ready to be sent: answers and messages. What staff did not
 * accept and what held a virus is left out (C-ANS-4).
 */
export const sentSinceSubmission = and(
  or(eq(documents.documentType, messageDraft.applicant), isNotNull(documents.caseItemId), ofApplicantsMessage),
  ne(documents.scan, "infected"),
  sql`not ${wasRefused}`,
);
