/** The first twelve characters of the id, in capitals, as the person is told (P-MAIL-4). */
export const referenceOf = (id: string): string => id.slice(0, 12).toUpperCase();
