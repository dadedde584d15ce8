import { numeric, timestamp, uuid } from "drizzle-orm/pg-core";

/** An instant; money in USD as text with two decimals (a JavaScript number would round it); a random key. */
export const instant = () => timestamp({ withTimezone: true });
export const createdAt = () => instant().notNull().defaultNow();
export const money = () => numeric({ precision: 10, scale: 2 });
export const id = () => uuid().primaryKey().defaultRandom();
