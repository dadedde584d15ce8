/** The prefix of a file’s inputs in a form with several files. */
export const dateInputOf = (document: string) => `date-${document}`;
