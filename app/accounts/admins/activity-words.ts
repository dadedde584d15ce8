import { statusLook } from "~/ui/lists/status-badge";

const labels: Partial<Record<string, string>> = {
  signed_in: "Signed in",
  sign_in_failed: "Wrong password",
  sign_in_refused: "Sign-in refused: too many attempts",
  application_opened: "Opened an application",
  document_opened: "Opened a document",
  sensitive_answers_revealed: "Showed hidden answers",
};

/** An action of the log in words; one without words of its own is said by its name. */
export const actionLabel = (action: string): string => labels[action] ?? statusLook(action).label;

/** What is only looked at. There is much of it: the list can be shown without. */
export const readActions = ["application_opened", "document_opened"] as const;
export const withoutReads = "without-openings";
