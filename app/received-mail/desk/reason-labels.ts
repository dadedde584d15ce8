import type { ReceivedMailReason } from "~/db/schema/values";

/** Why an email was not put into a thread by itself. */
export const reasonLabels: Record<ReceivedMailReason, string> = {
  another_sender: "Another sender",
  no_token: "No valid token",
  failed_authentication: "Failed authentication",
  gone: "Case is gone",
  too_many: "Too many",
  too_large: "Too large",
  not_stored: "Couldn’t be saved",
};
