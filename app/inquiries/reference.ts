/** The reference in mails: the first twelve characters of the id in upper case. */
export const referenceOf = (id: string): string => id.slice(0, 12).toUpperCase();
