/** Of somebody else’s birth often nobody knows the day (F-DATE-1). */
export const unknownDay = { label: "The day is not known", hint: "Leave the month empty too if it is not known." };
