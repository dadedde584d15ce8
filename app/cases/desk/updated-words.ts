/** Shown after a status was set, in the list, or on the case's page if another form there has unsent text. */
export const updatedMessages = {
  "status-updated": "Status updated successfully! Email notification sent to applicant.",
  "status-updated-unmailed": "Status updated. No email was sent: the application has no address.",
} as const;
