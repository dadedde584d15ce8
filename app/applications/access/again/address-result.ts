import { unreachedWords } from "~/ui/forms/or-unreached";

/**
 * Result of a form of `/apply/{id}/email`. `said`: the outcome of sending the link; `problem` is shown at the field.
 */
export type AddressResult = {
  said?: "sent" | "limited" | "settled" | "unreached";
  problem?: { message: string; email: string };
};

/** Messages after a link was requested. */
export const linkMessages: Record<NonNullable<AddressResult["said"]>, string> = {
  sent: "Sent. Please look into your inbox, and into the spam folder.",
  limited: "Too many requests. Please try again in an hour.",
  settled: "This address is confirmed already.",
  unreached: unreachedWords,
};
