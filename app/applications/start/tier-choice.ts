/** The value of `I am not sure yet`, which starts as no choice does (N-BEGIN-2). */
export const notSure = "not-sure";

export const wrongTier = "Please choose one of the prices on this page";

/** Whether a form's `tier` names one. */
export const isTierChosen = (given: unknown): given is string =>
  typeof given === "string" && given !== "" && given !== notSure;
