import type { SQL } from "drizzle-orm";

/** Its title and database value, which `shown` may format. */
export type CsvColumn = { title: string; value: SQL; shown?: ((stored: string) => string) | undefined };
