/**
 * Said after a status was set, in the list or, where another text of the page is not sent yet, on its page (A-APPD-15).
 */
export const updatedMessages = {
  "status-updated": "Status updated successfully! Email notification sent to applicant.",
  "status-updated-unmailed": "Status updated. No email was sent: the application has no address.",
} as const;
