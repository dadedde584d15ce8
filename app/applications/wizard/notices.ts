import { alreadySubmitted, type Notice, withdrawnMeanwhile } from "./ended";
import type { Sent, Unsent } from "./saving/step-sender";

export const submitting: Notice = {
  type: "info",
  title: "Submitting Application",
  message: "Please wait a moment, and keep this page open.",
};

export const withoutId: Notice = {
  type: "error",
  title: "Unable to Submit",
  message: "Application ID is missing. Please refresh the page and try again.",
};

export const withoutAddress: Notice = {
  type: "warning",
  title: "An email address is needed first",
  message:
    "Your application is complete and saved, but we can’t submit it without an email address for you. Please add one, then submit.",
  closingLeads: "email",
};

/** Closing it reloads the review and leaves its input. */
export const changedMeanwhile = (message: string): Notice => ({
  type: "warning",
  title: "Not submitted yet",
  message,
  closingLeads: "reload",
});

/** `SubmittedText` adds the number, missing documents and next steps. */
export const submitted: Notice = {
  type: "success",
  title: "Application Submitted",
  message: "Thank you. We have received your application, and a confirmation is on its way to your email address.",
  closingLeads: "home",
};

const unconnected = "Unable to connect to the server. Please check your internet connection and try again.";

/** The notice when a step's button did not simply succeed; its texts are from the specification (§8). */
export function noticeFor(sent: Sent, intent: string): Notice | undefined {
  switch (sent.kind) {
    case "submitted":
      return submitted;
    case "already":
      return alreadySubmitted;
    case "withdrawn":
      return withdrawnMeanwhile;
    case "unaddressed":
      return withoutAddress;
    case "changed":
      return changedMeanwhile(sent.message);
    case "refused":
      return {
        type: "warning",
        title: "Please open your application again",
        message:
          "What you typed is safe in this tab. This browser can no longer open your application: close this message, then follow the page to open it again.",
        closingLeads: "reload",
      };
    case "unsent":
      return intent === "submit" ? submissionFailed(sent) : notSaved(sent, intent);
    default:
      return undefined;
  }
}

/** The notice for a submission without a response; `message` is the error's own, if any. */
export function submissionFailed({ why, message }: Pick<Unsent, "why" | "message">): Notice {
  if (why === "offline")
    return {
      type: "error",
      title: "No Internet Connection",
      message: "Please check your internet connection and try again.",
    };
  if (/duplicate|unique/i.test(message)) return alreadySubmitted;
  if (why === "network" || why === "away" || /network|fetch/i.test(message))
    return { type: "error", title: "Network Error", message: unconnected };
  if (why === "waiting")
    return {
      type: "warning",
      title: "Not submitted yet",
      message:
        "Some answers aren’t saved yet. The message at the top of the page links to the step. Once all of them are saved, you can submit.",
    };
  const reason = message || (why === "limited" ? reasons.limited : "");
  return {
    type: "error",
    title: "Submission Failed",
    message: reason || "Failed to submit application. Please try again.",
  };
}

export const reasons: Record<Unsent["why"] | "refused", string> = {
  offline: "You are offline.",
  network: "Our server can’t be reached right now.",
  away: "Our server can’t save anything right now.",
  limited: "Too many saves came from your internet connection. Please try again in a minute.",
  failed: "Something went wrong on our side.",
  early: "An earlier step needs your attention first.",
  waiting: "Other steps are being saved first.",
  refused: "This browser can no longer open the application.",
};

function notSaved({ why, message }: Unsent, intent: string): Notice {
  const retryNote = "What you typed is safe in this tab, and we’ll keep trying to save it.";
  if (intent === "exit")
    return {
      type: "error",
      title: "Failed to save progress. Please try again.",
      message: `${message || reasons[why]} ${retryNote}`,
    };
  return {
    type: "warning",
    title: "Not saved yet",
    message: `${message || reasons[why]} ${retryNote} Once it’s saved, you can continue.`,
  };
}
