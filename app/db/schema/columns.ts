import { customType, numeric, timestamp, uuid } from "drizzle-orm/pg-core";

/** Money is USD as text with two decimals: a JavaScript number would round it. */
export const instant = () => timestamp({ withTimezone: true });
export const createdAt = () => instant().notNull().defaultNow();
export const money = () => numeric({ precision: 10, scale: 2 });
export const id = () => uuid().primaryKey().defaultRandom();
/** Drizzle's own `jsonb` parses a stored text twice: a typed `2026` came back as a number. */
export const anyJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});
