import { inSentence } from "~/content/facts/in-sentence";
import { nassauLongDate } from "~/core/time";
import type { ApplicationStatus } from "~/db/schema/values";
import { statusLook } from "~/ui/lists/status-badge";

export const nextStepWhileMissing =
  "We can start once we have the missing documents. We’ll check your answers within one business day and write to you if we need anything else.";

/** Next step by visible status; for reviews see `nextStepUnderReview`. */
export const nextStepTexts: Record<ApplicationStatus, string> = {
  draft: "Please finish and submit your application.",
  submitted: "We check your answers and documents within one business day, and write to you if anything is missing.",
  under_review: "Your application is being prepared and reviewed. We’ll write to you as soon as anything changes.",
  interview_scheduled:
    "Your interview has been arranged. You’ll find the date, place and what to bring under Appointments or in our message below.",
  additional_info_required: "We need something else from you. See “Open” for what we need and why.",
  approved: "Your visa has been approved. Our message below explains how you’ll receive it. Have a good trip!",
  denied:
    "We’re sorry: the authorities have refused this application. Our message below explains why and what you can do next. Please call us if you’d like to talk it through.",
  withdrawn:
    "This application has been withdrawn and we’ve stopped working on it. You can start a new one at any time.",
};

export const nextStepUnderReview = (processingTime: string | null): string =>
  processingTime === null
    ? nextStepTexts.under_review
    : `Your application is being prepared and reviewed. This visa usually takes ${inSentence(processingTime)}. We’ll write to you as soon as anything changes.`;

/** Says plainly that a decision was changed (C-DEC-5). */
export const decisionEnded = (from: string, decidedAt: Date, to: string): string =>
  `Our decision of ${nassauLongDate(decidedAt)} (${statusLook(from).label}) no longer holds. The status is now ${statusLook(to).label}.`;

export const happened: Record<ApplicationStatus, string> = {
  draft: "The application was reopened.",
  submitted: "We received your application.",
  under_review: "A consultant started work on your application.",
  additional_info_required: "We asked you for something more.",
  interview_scheduled: "An interview was arranged.",
  approved: "Your visa was approved.",
  denied: "The authorities refused the application.",
  withdrawn: "The application was withdrawn.",
};
