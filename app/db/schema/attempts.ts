import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";

/** Results by idempotency hash (`idempotencyHash`): for an hour a retry gets the stored result. */
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
