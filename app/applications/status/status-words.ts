import { inSentence } from "~/content/facts/in-sentence";
import { nassauLongDate } from "~/core/time";
import type { ApplicationStatus } from "~/db/schema/values";
import { statusLook } from "~/ui/lists/status-badge";

/** What happens next after a submission of which documents are still missing. */
export const nextWhileMissing =
  "We can begin our work once we have what is still missing. We check your answers within one business day, and write to you if we need anything else.";

/** What happens next, for each status that an applicant can see; under review see `nextUnderReview`. */
export const nextWords: Record<ApplicationStatus, string> = {
  draft: "Please finish and submit your application.",
  submitted: "We check your answers and documents within one business day, and write to you if anything is missing.",
  under_review: "Your application is being prepared and reviewed. We write as soon as something changes.",
  interview_scheduled:
    "An interview has been arranged. When and where it is, and what to bring, stands under Appointments or in our message below.",
  additional_info_required: "We need something more from you. What it is, and why, stands under “Open”.",
  approved: "Your visa has been approved. How you receive it is in our message below. We wish you a good trip.",
  denied:
    "The authorities decided against this application. Our message below says why, and what can be done. Please call us.",
  withdrawn: "This application was withdrawn and is not pursued any further. You can start a new one at any time.",
};

/** What is told of a review: how long this visa takes, as its service says (L-FACT-9). */
export const nextUnderReview = (processingTime: string | null): string =>
  processingTime === null
    ? nextWords.under_review
    : `Your application is being prepared and reviewed. This visa usually takes ${inSentence(processingTime)}. We write as soon as something changes.`;

/** A decision that was changed is said plainly (C-DEC-5). */
export const decisionEnded = (from: string, decidedAt: Date, to: string): string =>
  `Our decision of ${nassauLongDate(decidedAt)} (${statusLook(from).label}) no longer holds. The status is now ${statusLook(to).label}.`;

/** What happened, for a line of the history. */
export const happened: Record<ApplicationStatus, string> = {
  draft: "The application was opened again.",
  submitted: "We received your application.",
  under_review: "A consultant took up your application.",
  additional_info_required: "We asked you for something more.",
  interview_scheduled: "An interview was arranged.",
  approved: "Your visa was approved.",
  denied: "The authorities decided against the application.",
  withdrawn: "The application was withdrawn.",
};
