/** Value of `I am not sure yet`, equal to no choice. */
export const notSure = "not-sure";

export const wrongTier = "Please choose one of the prices on this page";
/** A price was chosen, and staff removed them all meanwhile: the page then shows the only price left. */
export const noTiers = "The prices of this visa have changed. Please read the price on this page, then start again.";
/** The visa is no longer available. */
export const noService = "We no longer offer this visa, so your application wasn’t started.";

export const isTierChosen = (tier: unknown): tier is string =>
  typeof tier === "string" && tier !== "" && tier !== notSure;
export const serviceFirst = "Choose the service first.";
