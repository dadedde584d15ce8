import type { SQL } from "drizzle-orm";

/** A column of an exported file: its title, and what the database gives for it, which `shown` may put in words. */
export type CsvColumn = { title: string; value: SQL; shown?: ((stored: string) => string) | undefined };
