/** The value of `I am not sure yet`, which starts as no choice does (N-BEGIN-2). */
export const notSure = "not-sure";

export const wrongTier = "Please choose one of the prices on this page";
/** A price was chosen, and staff removed them all meanwhile: the page then shows the one price that there is. */
export const noTiers = "The prices of this visa have changed. Please read the price on this page, then start again.";
/** A price was chosen, and the visa is not offered any more. */
export const noService = "We no longer offer this visa, so your application wasn’t started.";

/** Whether a form's `tier` names one. */
export const isTierChosen = (given: unknown): given is string =>
  typeof given === "string" && given !== "" && given !== notSure;
/** Staff begin an application for a service that is sold (K-MAKE-1, K-MAKE-5). */
export const serviceFirst = "Choose the service first.";
