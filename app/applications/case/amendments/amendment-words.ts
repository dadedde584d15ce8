/** In the place of the answer to a question that a correction made relevant, or irrelevant (C-AMD-6). */
export const notAsked = "Not asked";
export const noLongerAsked = "No longer asked";

/** While staff have not decided on it (C-AMD-4). */
export const beingChecked = "Sent, being checked";
