import type { ApplicationStatus } from "~/db/schema/values";
import { statusLook } from "~/ui/lists/status-badge";

/** What staff may set; never `draft` (A-APPD-7, -8). */
export const statusChoices = [
  "submitted",
  "under_review",
  "additional_info_required",
  "interview_scheduled",
  "approved",
  "denied",
  "withdrawn",
] as const satisfies readonly ApplicationStatus[];
export type StatusChoice = (typeof statusChoices)[number];

/** Any status can follow any other, but an application that was never submitted can only be withdrawn (A-APPD-9). */
export function choicesFor(application: { status: string; submittedAt: Date | null }): readonly StatusChoice[] {
  return application.status === "draft" || application.submittedAt === null ? ["withdrawn"] : statusChoices;
}

/** What a form of the status was made from: the status, and since when the applicant asks to withdraw. */
export const seenStatus = ({ status, withdrawalRequestedAt: since }: Seen): string =>
  since ? `${status} ${since.toISOString()}` : status;
type Seen = { status: string; withdrawalRequestedAt: Date | null };

export const defaultMessage = (status: string) =>
  `Your application status has been updated to ${statusLook(status).label}`;

/** Why `interview_scheduled` is refused (C-APPT-2); the form leads to where an interview is made. */
export const needsInterview = "Give the interview a day, a time, and a place or link.";
