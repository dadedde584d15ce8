import { statusLook } from "~/ui/lists/status-badge";

const labels: Partial<Record<string, string>> = {
  signed_in: "Signed in",
  sign_in_failed: "Wrong password",
  sign_in_refused: "Sign-in refused: too many attempts",
  application_tier_set: "Set the price of an application",
  ledger_entry_added: "Recorded a fee, payment or refund",
  ledger_entry_reversed: "Reversed an entry of a ledger",
  ledger_refundable_set: "Set until when a fee is refunded",
  application_opened: "Opened an application",
  document_opened: "Opened a document",
  keys_renewal_started: "Began to renew the keys",
  keys_renewed: "Renewed the keys",
  sensitive_answers_revealed: "Showed hidden answers",
  case_downloaded_as_pdf: "Downloaded a case as PDF",
  case_downloaded_as_zip: "Downloaded a case as ZIP",
  passport_number_searched: "Searched for a passport number",
  inquiry_answered: "Answered an inquiry",
  inquiry_answer_recorded: "Recorded an answer to an inquiry",
  inquiry_entered: "Entered an inquiry",
  application_made_from_inquiry: "Made an application of an inquiry",
  draft_begun_by_staff: "Began a draft for an applicant",
  step_entered_by_staff: "Filled in a step of a draft",
  invitation_sent_by_staff: "Sent the link of a draft",
};

/** The label of an action of the log; an action without a label is shown by its name. */
export const actionLabel = (action: string): string => labels[action] ?? statusLook(action).label;

/** Actions that only read. They are frequent, so the list can leave them out. */
export const readActions = ["application_opened", "document_opened"] as const;
export const withoutReads = "without-openings";
