import type { ApplicationStatus } from "~/db/schema/values";

/** Statuses in which the applicant can request a withdrawal and send missing documents. */
export const undecidedStatuses: readonly ApplicationStatus[] = [
  "submitted",
  "under_review",
  "additional_info_required",
  "interview_scheduled",
];
export const isUndecided = (status: ApplicationStatus) => undecidedStatuses.includes(status);
