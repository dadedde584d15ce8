/** The exact day of a relative’s birth is often unknown. */
export const unknownDay = { label: "The day is not known", hint: "Leave the month empty too if it is not known." };
