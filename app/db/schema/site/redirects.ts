import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../columns";

/** Addresses that lead elsewhere: asked where no page answers. */
export const redirects = pgTable(
  "redirects",
  {
    id: id(),
    /** A path of ours, as `normalizedPath` writes it. */
    fromPath: text().notNull().unique(),
    /** A path of ours, which may have a search and a fragment, or an address that begins with `https:`. */
    toAddress: text().notNull(),
    madeBy: text(),
    madeAt: createdAt(),
  },
  (t) => [
    check("redirects_from_path_form", sql`${t.fromPath} ~ '^/[^?#]+$'`),
    check("redirects_to_address_form", sql`${t.toAddress} ~ '^(/|https://)'`),
  ],
);

/** Links and pictures of public pages that did not answer at the last check. */
export const brokenLinks = pgTable(
  "broken_links",
  {
    id: id(),
    /** The path of the page that holds it, and where it leads. */
    page: text().notNull(),
    address: text().notNull(),
    isPicture: boolean().notNull().default(false),
    /** The words of the link, or the picture's alternative text. */
    words: text().notNull(),
    since: createdAt(),
  },
  (t) => [unique().on(t.page, t.address)],
);

/** Checks of the public pages: the one under way, and the last that ended. */
export const linkChecks = pgTable("link_checks", {
  id: id(),
  /** Null for the nightly one. */
  askedBy: text(),
  askedAt: createdAt(),
  endedAt: instant(),
  /** Addresses that were asked for, of those that are known so far; null before it has begun. */
  done: integer().notNull().default(0),
  total: integer(),
  /** When it was given up. */
  failedAt: instant(),
  /** How many pages were read. */
  pages: integer(),
});
