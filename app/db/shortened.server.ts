import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * A text as a list of the desk shows it (V-ATK-9): one of more than `most` characters ends in an ellipsis. The database
 * sends no more of it, so that neither the page nor its data hold more; the whole stands where the row is opened.
 */
export const shortened = (text: AnyColumn | SQL, maxLength = 80): SQL<string> =>
  sql<string>`case when char_length(${text}) > ${sql.raw(String(maxLength))}
    then left(${text}, ${sql.raw(String(maxLength - 1))}) || '…' else ${text} end`;

/** The same of a text that may not be there. */
export const shortenedIfAny = (text: AnyColumn | SQL, maxLength?: number): SQL<string | null> =>
  shortened(text, maxLength);
