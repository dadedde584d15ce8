import { normalized } from "~/normalized";

/** A text as it is drawn: letters with their marks in one, spaces of every width as one space; line breaks stay. */
export const composed = (text: string): string => normalized(text).replaceAll(/[^\S\n\u00a0]/g, " ");
