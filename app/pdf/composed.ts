import { normalized } from "~/normalized";

/** Normalizes a text for drawing: letters with their marks composed, every space the same width; line breaks stay. */
export const composed = (text: string): string => normalized(text).replaceAll(/[^\S\n\u00a0]/g, " ");
