/** Characters of a note among staff. */
export const maxNoteLength = 4000;
