/** Characters of a note among staff. */
export const longestNote = 4000;
