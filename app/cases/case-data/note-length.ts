/** Characters of a staff note. */
export const maxNoteLength = 4000;
