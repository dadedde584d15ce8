import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { session, user } from "./accounts";
import { createdAt, id, instant } from "./columns";

const userId = () =>
  text()
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });

/**
 * Authenticator apps: of each account one that counts, and one that is being set up. The secret is wrapped by the
 * master key `secretBy`.
 */
export const authenticators = pgTable(
  "authenticators",
  {
    id: id(),
    userId: userId(),
    secret: text().notNull(),
    secretBy: text().notNull(),
    /** Null until a right code of it was entered. */
    confirmedAt: instant(),
    /**
     * The session that began its set-up, which alone sees its secret and confirms it. Null once it counts, so that no
     * end of a session touches an app in use, and once that session has ended.
     */
    begunIn: text().references(() => session.id, { onDelete: "set null" }),
    /** The 30 seconds since 1970 of the newest code that counted: no code of it or of an earlier one counts again. */
    lastStep: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("authenticators_confirmed").on(t.userId).where(sql`confirmed_at is not null`),
    uniqueIndex("authenticators_begun").on(t.userId).where(sql`confirmed_at is null`),
    index().on(t.secretBy, t.id),
  ],
);

/** Unused recovery codes, as hashes only: a used one is deleted. */
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
    /** What the device calls it, in base64url. */
    credentialId: text().notNull().unique(),
    /** COSE, in base64url: it checks answers and makes none. */
    publicKey: text().notNull(),
    /** How many answers the device says it gave; 0 where it does not count. */
    counter: bigint({ mode: "number" }).notNull(),
    /** Hints for the browser: where the device may be found. */
    transports: text().array().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (t) => [
    index().on(t.userId, t.createdAt),
    check("passkeys_name_length", sql`char_length(${t.name}) between 1 and 60`),
  ],
);
