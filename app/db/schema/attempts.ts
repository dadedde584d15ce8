import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";

/**
 * Results of attempts, by the hash of their random key and owner (`idempotencyHash`): for an hour a repeat gets the
 * stored result (W-START-15, W-SUBMIT-16, V-ATK-18).
 */
export const attempts = pgTable(
  "attempts",
  {
    key: uuid().primaryKey(),
    kind: text().notNull(),
    result: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.createdAt)],
);
