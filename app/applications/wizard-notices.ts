import type { Sent } from "./wizard-client";

export type Notice = {
  type: "success" | "error" | "warning" | "info";
  title: string;
  message: string;
  /** Where closing it leads, if anywhere. */
  closingLeads?: "home" | "reload";
};

/** What is said, in the words of the catalogue (§8), when a request did not simply succeed; nothing otherwise. */
export function noticeFor(sent: Sent): Notice | undefined {
  switch (sent.kind) {
    case "submitted":
      return {
        type: "success",
        title: "Application Submitted",
        message:
          "Thank you. We have received your application, and a confirmation is on its way to your email address.",
        closingLeads: "home",
      };
    case "already":
      return {
        type: "error",
        title: "Already Submitted",
        message: "This application has already been submitted. Please check your email for confirmation.",
        closingLeads: "reload",
      };
    case "refused":
      return {
        type: "error",
        title: "This browser may no longer open the application",
        message:
          "Your permission has ended. Keep this page open, open the link in our mail in another tab, and then save here again.",
      };
    case "offline":
      return {
        type: "error",
        title: "No Internet Connection",
        message: "Please check your internet connection and try again.",
      };
    case "network":
      return {
        type: "error",
        title: "Network Error",
        message: "Unable to connect to the server. Please check your internet connection and try again.",
      };
    case "failed":
      return {
        type: "error",
        title: "Failed to save progress. Please try again.",
        message: sent.message || "What you typed is still on this page. We keep trying by ourselves.",
      };
    default:
      return undefined;
  }
}
