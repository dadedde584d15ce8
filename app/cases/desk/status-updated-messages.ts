/**
 * Shown after a status change: in the list, to which staff return, or on the case's page if they stay there because
 * another form has unsent text.
 */
export const updatedMessages = {
  "status-updated": "Status updated successfully! Email notification sent to applicant.",
  "status-updated-unmailed": "Status updated. No email was sent: the application has no address.",
} as const;
