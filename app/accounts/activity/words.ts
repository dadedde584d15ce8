import { statusLook } from "~/ui/lists/status-badge";

/** Filter kinds, each with its actions and their labels. */
const kinds = {
  cases: {
    label: "Cases and drafts",
    actions: {
      application_status_updated: "Changed the status",
      application_tier_set: "Set the price of an application",
      application_owner_set: "Changed the owner",
      application_due_day_set: "Changed the due date",
      application_status_undone: "Undid a status change",
      application_owner_undone: "Undid an owner change",
      application_due_day_undone: "Undid a due date change",
      application_made_from_inquiry: "Made an application from an inquiry",
      draft_begun_by_staff: "Started a draft for an applicant",
      step_entered_by_staff: "Filled in a step for an applicant",
      invitation_sent_by_staff: "Sent the link to an applicant",
      draft_deleted: "Deleted a draft",
      draft_deleted_by_applicant: "Deleted their draft",
      draft_deleted_by_schedule: "Deleted a draft at the end of its retention period",
      application_deleted_by_schedule: "Deleted an application at the end of its retention period",
      legal_hold_placed: "Placed a legal hold",
      legal_hold_removed: "Removed a legal hold",
      task_added: "Added a task",
      task_changed: "Changed a task",
      task_removed: "Removed a task",
      task_done: "Marked a task as done",
      task_opened_again: "Opened a task again",
      task_undone: "Undid a change of a task",
      case_filed: "Filed the case with the authorities",
      case_filing_taken_back: "Unmarked the case as filed",
      document_date_set: "Set the date of a document",
      case_filing_planned: "Changed the planned filing date",
      case_key_date_added: "Recorded a key date",
      case_key_date_corrected: "Corrected a key date",
      case_key_date_removed: "Removed a key date",
      case_key_date_settled: "Marked a key date as settled",
      case_key_date_unsettled: "Took back that a key date is settled",
      case_key_date_kept: "Put a key date back in force",
      case_key_date_undone: "Undid a change of a key date",
      withdrawal_requested_by_applicant: "Asked to withdraw",
      withdrawal_taken_back_by_applicant: "Took back the request to withdraw",
      agreement_offered: "Offered the agreement",
      agreement_signed_by_applicant: "Signed the agreement",
      agreement_withdrawn_by_applicant: "Withdrew the signature of the agreement",
      agreement_countersigned: "Countersigned the agreement",
      agreement_ended: "Recorded that the agreement ended",
      decision_downloaded_by_applicant: "Downloaded the decision",
      key_date_reminders_stopped: "Stopped reminders of key dates",
      key_date_reminders_resumed: "Resumed reminders of key dates",
      key_date_reminder_told: "Told a client of a key date",
    },
  },
  messages: {
    label: "Messages, notes, saved replies and views",
    actions: {
      application_note_added: "Wrote a note",
      application_note_edited: "Changed a note",
      case_message_written: "Wrote a message",
      case_message_needs_no_answer: "Marked a message as needing no answer",
      saved_reply_made: "Created a saved reply",
      saved_reply_changed: "Changed a saved reply",
      saved_reply_deleted: "Deleted a saved reply",
      view_saved: "Saved a view of a list",
      view_changed: "Changed a saved view",
      view_deleted: "Deleted a saved view",
    },
  },
  requests: {
    label: "Requests to applicants",
    actions: {
      applicant_asked: "Asked the applicant for something",
      request_items_sent: "Sent requested items",
      request_item_accepted: "Accepted an item",
      request_item_asked_again: "Asked for an item again",
      request_item_taken_back: "Canceled a requested item",
      request_item_moved: "Changed a request’s due date",
    },
  },
  appointments: {
    label: "Appointments",
    actions: {
      appointment_made: "Made an appointment",
      appointment_moved: "Changed an appointment",
      appointment_cancelled: "Canceled an appointment",
      appointment_confirmed: "Confirmed an appointment",
      appointment_other_time_asked: "Asked for another time",
      consultation_booked: "Booked a consultation",
      consultation_moved: "Moved a consultation",
      consultation_canceled: "Canceled a consultation",
      consultation_given: "Gave a consultation to someone else",
      consultation_took_place: "Marked a consultation as having taken place",
      consultation_no_show: "Marked a consultation as a no-show",
      consultation_outcome_removed: "Removed the outcome of a consultation",
    },
  },
  money: {
    label: "Fees and payments",
    actions: {
      ledger_entry_added: "Recorded a fee, payment or refund",
      ledger_entry_undone: "Took back a payment or refund",
      ledger_entry_reversed: "Reversed a ledger entry",
      ledger_refundable_set: "Set a fee’s refund deadline",
      ledger_entry_assigned: "Assigned a payment or refund to an invoice",
      invoice_made: "Made an invoice",
      invoice_voided: "Voided an invoice",
      pay_link_added: "Added a pay link",
      pay_link_withdrawn: "Withdrew a pay link",
    },
  },
  access: {
    label: "Applicants’ access",
    actions: {
      email_given_by_applicant: "Gave an email address",
      email_confirmed_by_applicant: "Confirmed their email address",
      email_change_asked: "Asked to change the email address",
      email_change_ended: "Canceled an email address change",
      email_changed: "Changed the email address",
      email_refused_by_its_owner: "Reported an application as not theirs",
      browsers_ended_by_applicant: "Ended other browsers’ access",
      links_ended_by_applicant: "Ended all emailed links",
      link_sent_by_staff: "Sent the link to an application",
    },
  },
  inquiries: {
    label: "Inquiries",
    actions: {
      inquiry_status_updated: "Changed the status of an inquiry",
      inquiry_priority_updated: "Changed the priority of an inquiry",
      inquiry_notes_updated: "Changed the notes of an inquiry",
      inquiry_owner_set: "Changed the owner of an inquiry",
      inquiry_due_day_set: "Changed the due date of an inquiry",
      inquiry_status_undone: "Undid a status change",
      inquiry_priority_undone: "Undid a priority change",
      inquiry_owner_undone: "Undid an owner change",
      inquiry_due_day_undone: "Undid a due date change",
      inquiry_reply_undone: "Took back a reply",
      inquiry_answered: "Replied to an inquiry",
      inquiry_answer_recorded: "Recorded an answer",
      inquiry_email_received: "Received a reply by email",
      inquiry_needs_no_answer: "Marked an email as needing no answer",
      inquiry_entered: "Entered an inquiry",
      inquiry_deleted: "Deleted an inquiry",
      inquiry_deleted_by_schedule: "Deleted an inquiry at the end of its retention period",
    },
  },
  privacy: {
    label: "Privacy",
    actions: {
      copy_asked_by_applicant: "Asked for a copy of their data",
      erasure_asked_by_applicant: "Requested erasure (not confirmed yet)",
      erasure_requested_by_applicant: "Confirmed the request to erase",
      erasure_taken_back_by_applicant: "Took back the request to erase",
      erasure_decided: "Decided an erasure request",
      restricted_case_opened: "Opened a restricted case",
    },
  },
  people: {
    label: "People",
    actions: {
      people_joined: "Joined two people",
      people_separated: "Separated two people again",
      people_told_apart: "Marked two people as different",
      client_import_started: "Started an import of clients",
      client_import_finished: "Finished an import of clients",
      client_import_errors_exported: "Downloaded the lines with errors of an import",
      client_import_undo_started: "Started undoing an import of clients",
      client_import_undone: "Undid an import of clients",
      client_changed: "Corrected an imported client",
      client_reminders_set: "Turned a client’s reminders on or off",
      client_key_date_added: "Added a key date of a client",
      client_key_date_changed: "Changed a key date of a client",
      client_key_date_removed: "Removed a key date of a client",
      client_key_date_settled: "Marked a key date of a client as settled",
      client_key_date_unsettled: "Took back that a key date of a client is settled",
      client_deleted: "Removed an imported client",
      client_deleted_by_schedule: "Deleted an imported client at the end of its retention period",
    },
  },
  services: {
    label: "Services and reviews",
    actions: {
      service_created: "Created a service",
      service_updated: "Changed a service",
      service_deleted: "Deleted a service",
      service_moved: "Moved a service in the list",
      service_activated: "Activated a service",
      service_deactivated: "Deactivated a service",
      country_created: "Added a country",
      steps_made_own: "Gave a service or country its own steps",
      steps_given_back: "Removed a service’s or country’s own steps",
      review_shown: "Showed a review",
      review_hidden: "Hid a review",
      reviews_synced: "Fetched the reviews from Google",
    },
  },
  content: {
    label: "Content of the site",
    actions: {
      content_saved: "Saved a draft",
      content_published: "Published a version",
      content_scheduled: "Scheduled a version",
      content_schedule_called_off: "Called off a scheduled version",
      content_restored: "Restored a version",
      content_not_published: "Could not publish a version",
      redirect_added: "Added a redirect",
      redirect_removed: "Removed a redirect",
      links_checked: "Checked the links",
      unused_file_deleted: "Deleted a file that nothing uses",
      content_offline: "Took content offline",
      content_ordered: "Changed the order",
      content_removed: "Deleted content",
      form_file_infected: "Removed a form’s file with a virus",
    },
  },
  newsletter: {
    label: "Newsletter",
    actions: {
      newsletter_subscriber_removed: "Removed an address from the newsletter",
      newsletter_issue_started: "Sent a post as a newsletter issue",
      newsletter_issue_stopped: "Stopped sending an issue",
      newsletter_issue_continued: "Resumed sending an issue",
      newsletter_issue_done: "Finished sending an issue",
      newsletter_test_sent: "Sent themselves a test issue",
    },
  },
  emails: {
    label: "Emails",
    actions: {
      email_sent: "Sent an email",
      email_resent: "Sent an email again",
      received_email_put: "Put an unverified email into a thread",
      received_email_discarded: "Discarded an unverified email",
      received_email_tried_again: "Had a received email tried again",
    },
  },
  exports: {
    label: "Exports",
    actions: {
      applications_exported: "Exported applications",
      inquiries_exported: "Exported inquiries",
      people_exported: "Exported people",
      newsletter_subscribers_exported: "Exported the newsletter’s subscribers",
      activity_exported: "Exported the activity",
      case_downloaded_as_pdf: "Downloaded a case as PDF",
      case_downloaded_as_zip: "Downloaded a case as ZIP",
    },
  },
  opened: {
    label: "Opened and revealed",
    actions: {
      application_opened: "Opened an application",
      document_opened: "Opened a document",
      sensitive_answers_revealed: "Revealed hidden answers",
      passport_number_searched: "Searched for a passport number",
    },
  },
  program: {
    label: "System",
    actions: {
      application_migrated: "Migrated an application",
      migration_started: "Started the migration",
      migration_finished: "Finished the migration",
      migration_broke_off: "Migration stopped early",
      keys_renewal_started: "Started renewing the keys",
      keys_renewed: "Renewed the keys",
      sample_people_removed: "Removed the sample people",
    },
  },
  accounts: {
    label: "Sign-ins and admins",
    actions: {
      signed_in: "Signed in",
      sign_in_failed: "Wrong password",
      sign_in_refused: "Sign-in refused",
      confirmed_identity: "Confirmed their identity",
      confirmation_refused: "Confirmation refused",
      other_sessions_ended: "Ended all their other sessions",
      session_ended: "Ended a session",
      signed_out_everywhere: "Signed out everywhere",
      password_changed: "Changed their password",
      password_reset: "Set a new password",
      password_reset_sent: "Sent a password reset",
      first_admin_created: "Created the first super admin",
      admin_created: "Created an admin",
      admin_invited: "Invited an admin",
      admin_invited_again: "Sent an invitation again",
      admin_invitation_canceled: "Canceled an invitation",
      admin_invitation_accepted: "Accepted an invitation",
      admin_deactivated: "Deactivated an admin",
      admin_reactivated: "Reactivated an admin",
      admin_role_changed: "Changed the role of an admin",
      admin_name_changed: "Changed the name of an admin",
      consultation_hours_set: "Changed someone’s consultation hours",
      time_blocked: "Blocked time for consultations",
      time_unblocked: "Freed blocked time",
      second_factor_added: "Added a second factor",
      second_factor_replaced: "Replaced a second factor",
      second_factor_removed: "Removed a second factor",
      second_factor_reset: "Reset a second factor",
      second_factor_needed_set: "Changed who needs a second factor",
      recovery_codes_made: "Made new recovery codes",
      passkey_renamed: "Renamed a passkey",
      single_keys_set: "Turned single-key shortcuts on or off",
    },
  },
} as const satisfies Record<string, { label: string; actions: Record<string, string> }>;

export type ActivityKind = keyof typeof kinds;
export const activityKinds = Object.keys(kinds) as ActivityKind[];
export const kindLabel = (kind: ActivityKind): string => kinds[kind].label;
export const actionsOf = (kind: ActivityKind): string[] => Object.keys(kinds[kind].actions);

const labels = new Map<string, string>(Object.values(kinds).flatMap(({ actions }) => Object.entries(actions)));

/** Defaults to the action's name. */
export const actionLabel = (action: string): string => labels.get(action) ?? statusLook(action).label;
export const hasActionLabel = (action: string): boolean => labels.has(action);

/** Visible only to super admins (K-LOG-4). */
export const ofAccounts: readonly string[] = actionsOf("accounts");

/** Actions that only read: frequent, so the list can leave them out. */
export const readActions = ["application_opened", "document_opened"] as const;
export const withoutReads = "without-openings";

const byApplicants = ["appointment_confirmed", "appointment_other_time_asked", "request_items_sent"];
/** An applicant's entry, which has no admin; in SQL `byApplicants` (`read.server.ts`). */
export const isApplicants = (action: string, by: unknown): boolean =>
  by === "applicant" || /_by_(applicant|its_owner)$/.test(action) || byApplicants.includes(action);
export const applicantActions: readonly string[] = [...labels.keys()].filter((action) => isApplicants(action, null));

const bySignIn = ["signed_in", "sign_in_refused", "confirmed_identity", "confirmation_refused"];
/** How somebody signed in, or why that was refused. In other entries `reason` is a person's text. */
export function signInLabel(action: string, details: unknown): string | undefined {
  if (!bySignIn.includes(action) || typeof details !== "object" || details === null) return undefined;
  const detail = "reason" in details ? details.reason : "way" in details ? details.way : undefined;
  return typeof detail === "string" ? detail : undefined;
}
