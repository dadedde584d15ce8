/** While staff have not decided on an amendment (C-AMD-4). */
export const beingChecked = "Sent, being checked";
