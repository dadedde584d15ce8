/** `outcome` of sending the link; `problem` is shown at the field; `message` says why nothing was sent. */
export type EmailFormResult = {
  outcome?: "sent" | "limited" | "settled";
  message?: string;
  problem?: { message: string; email: string };
};

export const linkMessages: Record<NonNullable<EmailFormResult["outcome"]>, string> = {
  sent: "Sent. Please check your inbox and spam folder.",
  limited:
    "Too many links were requested for this application or from your internet connection. Please try again in an hour.",
  settled: "This address is confirmed already.",
};
