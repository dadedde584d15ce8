import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * Shortens a text for a list of the desk to `maxLength` characters and an ellipsis. In SQL, so that the page's data
 * don't contain more; the opened row shows all of it.
 */
export const shortened = (text: AnyColumn | SQL, maxLength = 80): SQL<string> =>
  sql<string>`case when char_length(${text}) > ${sql.raw(String(maxLength))}
    then left(${text}, ${sql.raw(String(maxLength - 1))}) || '…' else ${text} end`;

export const shortenedIfAny = (text: AnyColumn | SQL, maxLength?: number): SQL<string | null> =>
  shortened(text, maxLength);
