export type Notice = {
  type: "success" | "error" | "warning" | "info";
  title: string;
  message: string;
  closingLeads?: "home" | "reload" | "email";
};

// The page of the case shows it too.
export const withdrawnMeanwhile: Notice = {
  type: "error",
  title: "Application Withdrawn",
  message:
    "This application was withdrawn while you were typing, so your last answers were not saved. If you did not ask for that, please call us.",
  closingLeads: "reload",
};

export const alreadySubmitted: Notice = {
  type: "error",
  title: "Already Submitted",
  message: "This application has already been submitted. Please check your email for confirmation.",
  closingLeads: "reload",
};
