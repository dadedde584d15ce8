import { customType, numeric, timestamp, uuid } from "drizzle-orm/pg-core";

/** An instant; money in USD as text with two decimals (a JavaScript number would round it); a random key. */
export const instant = () => timestamp({ withTimezone: true });
export const createdAt = () => instant().notNull().defaultNow();
export const money = () => numeric({ precision: 10, scale: 2 });
export const id = () => uuid().primaryKey().defaultRandom();
/**
 * Any JSON, a text by itself among it. Drizzle's own `jsonb` reads such a text a second time: `2026` that somebody
 * typed came back as a number.
 */
export const anyJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});
