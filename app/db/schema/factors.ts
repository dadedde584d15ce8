import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { session, user } from "./accounts";
import { createdAt, id, instant } from "./columns";

const userId = () =>
  text()
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });

/** For each account one app in use, and one being set up. The secret is wrapped by the master key `secretBy`. */
export const authenticators = pgTable(
  "authenticators",
  {
    id: id(),
    userId: userId(),
    secret: text().notNull(),
    secretBy: text().notNull(),
    /** Null until a correct code was entered. */
    confirmedAt: instant(),
    /** The session that started the set-up and alone sees its secret. Null once confirmed: its end deletes no app. */
    begunIn: text().references(() => session.id, { onDelete: "set null" }),
    /** The 30-second step since 1970 of the newest accepted code: it and earlier ones are refused. */
    lastStep: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("authenticators_confirmed").on(t.userId).where(sql`confirmed_at is not null`),
    uniqueIndex("authenticators_begun").on(t.userId).where(sql`confirmed_at is null`),
    index().on(t.secretBy, t.id),
  ],
);

/** Unused recovery codes, only as hashes; a used one is deleted. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  { userId: userId(), hash: text().notNull(), createdAt: createdAt() },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
);

export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: userId(),
    name: text().notNull(),
    /** Base64url. */
    credentialId: text().notNull().unique(),
    /** COSE, in base64url: it verifies assertions and can't make any. */
    publicKey: text().notNull(),
    /** The device's count of its assertions; 0 if it does not count. */
    counter: bigint({ mode: "number" }).notNull(),
    /** Hints for the browser: how to reach the device. */
    transports: text().array().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (t) => [
    index().on(t.userId, t.createdAt),
    check("passkeys_name_length", sql`char_length(${t.name}) between 1 and 60`),
  ],
);
