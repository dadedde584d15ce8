import { nassauLongDate } from "~/core/time";
import type { ApplicationStatus } from "~/db/schema/values";
import { statusLook } from "~/ui/lists/status-badge";

export const nextStepWhileMissing =
  "We can start once we have the missing documents. We’ll check your answers within one business day and write to you if we need anything else.";

/** Next step by visible status. */
export const nextStepTexts: Record<ApplicationStatus, string> = {
  draft: "Please finish and submit your application.",
  submitted: "We check your answers and documents within one business day, and write to you if anything is missing.",
  under_review: "Your application is being prepared and reviewed. We’ll write to you as soon as anything changes.",
  interview_scheduled:
    "Your interview has been arranged. You’ll find the date, place and what to bring under Appointments or in our message below.",
  additional_info_required: "We need something else from you. See “Open” for what we need and why.",
  approved: "Your visa has been approved. Have a good trip!",
  denied: "We’re sorry: the authorities have refused this application.",
  withdrawn: "This application has been withdrawn.",
};

/** Says plainly that a decision was changed (C-DEC-5), and after an approval what to do about a trip. */
export const decisionEnded = (from: string, decidedAt: Date, to: string): string =>
  `The decision of ${nassauLongDate(decidedAt)} (${statusLook(from).label}) no longer applies. The status is now ${statusLook(to).label}.${from === "approved" ? " Please don’t travel yet. If you’ve booked anything, call us first." : ""}`;

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
