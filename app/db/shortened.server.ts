import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * A text as a list of the desk shows it (V-ATK-9): after `maxLength` characters it ends in an ellipsis. The database
 * shortens it, so that neither the page nor its data hold more; the opened row shows all of it.
 */
export const shortened = (text: AnyColumn | SQL, maxLength = 80): SQL<string> =>
  sql<string>`case when char_length(${text}) > ${sql.raw(String(maxLength))}
    then left(${text}, ${sql.raw(String(maxLength - 1))}) || '…' else ${text} end`;

/** The same for a text that may be null. */
export const shortenedIfAny = (text: AnyColumn | SQL, maxLength?: number): SQL<string | null> =>
  shortened(text, maxLength);
