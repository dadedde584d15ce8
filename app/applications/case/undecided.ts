import type { ApplicationStatus } from "~/db/schema/values";

/** Decided and never submitted applications can't be withdrawn on request. */
const undecided: readonly ApplicationStatus[] = [
  "submitted",
  "under_review",
  "additional_info_required",
  "interview_scheduled",
];
export const canWithdraw = (status: ApplicationStatus) => undecided.includes(status);
