import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../columns";

export const redirects = pgTable(
  "redirects",
  {
    id: id(),
    /** Normalized by `normalizedPath`. */
    fromPath: text().notNull().unique(),
    /** A path, which may have a query and a fragment, or a URL that begins with `https:`. */
    toAddress: text().notNull(),
    madeBy: text(),
    madeAt: createdAt(),
  },
  (t) => [
    check("redirects_from_path_form", sql`${t.fromPath} ~ '^/[^?#]+$'`),
    check("redirects_to_address_form", sql`${t.toAddress} ~ '^(/|https://)'`),
  ],
);

export const brokenLinks = pgTable(
  "broken_links",
  {
    id: id(),
    page: text().notNull(),
    address: text().notNull(),
    isPicture: boolean().notNull().default(false),
    words: text().notNull(),
    since: createdAt(),
  },
  (t) => [unique().on(t.page, t.address)],
);

/** Checks of the public pages: the current one, and the last that ended. */
export const linkChecks = pgTable("link_checks", {
  id: id(),
  /** Null for the nightly one. */
  askedBy: text(),
  askedAt: createdAt(),
  endedAt: instant(),
  /** URLs checked, of those known so far; null before it has begun. */
  done: integer().notNull().default(0),
  total: integer(),
  failedAt: instant(),
  pages: integer(),
});
