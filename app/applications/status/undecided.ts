import type { ApplicationStatus } from "~/db/schema/values";

/** Those that can be withdrawn on request, and sent what is missing. */
export const undecidedStatuses: readonly ApplicationStatus[] = [
  "submitted",
  "under_review",
  "additional_info_required",
  "interview_scheduled",
];
export const isUndecided = (status: ApplicationStatus) => undecidedStatuses.includes(status);
