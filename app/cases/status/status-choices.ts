import type { ApplicationStatus } from "~/db/schema/values";
import { statusLook } from "~/ui/lists/status-badge";

/** Statuses that staff may set; never `draft`. */
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

/** Any status may follow any other, but what was never submitted can only be withdrawn (A-APPD-9). */
export function choicesFor(application: { status: string; submittedAt: Date | null }): readonly StatusChoice[] {
  return application.status === "draft" || application.submittedAt === null ? ["withdrawn"] : statusChoices;
}

/** The state that a status form was made from: status, and time of the request to withdraw. */
export const seenStatus = ({ status, withdrawalRequestedAt: since }: Seen): string =>
  since ? `${status} ${since.toISOString()}` : status;
type Seen = { status: string; withdrawalRequestedAt: Date | null };

/** Page and mail say a final status in words of their own, so it has none. */
export const defaultMessage = (status: string) =>
  status === "approved" || status === "denied" || status === "withdrawn"
    ? ""
    : `Your application status has been updated to ${statusLook(status).label}`;

/** Why `interview_scheduled` is refused; the form links to where an interview is made. */
export const needsInterview = "Give the interview a day, a time, and a place or link.";
