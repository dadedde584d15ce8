import type { SQL } from "drizzle-orm";

/** A column's title and database value; `shown` formats the value for the file. */
export type CsvColumn = { title: string; value: SQL; shown?: ((stored: string) => string) | undefined };
