import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, numeric, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../columns";

export const googleReviews = pgTable(
  "google_reviews",
  {
    id: id(),
    googleId: text().unique(),
    rating: integer().notNull(),
    reviewText: text(),
    authorName: text().notNull(),
    authorPhotoUrl: text(),
    reviewDate: date().notNull(),
    businessResponse: text(),
    isVisible: boolean().notNull().default(true),
    isSample: boolean().notNull().default(false),
    /** Position among those that staff put first; the others follow, newest first. */
    firstPlace: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.reviewDate),
    index().on(t.isVisible, t.reviewDate),
    index("google_reviews_sample").on(t.id).where(sql`${t.isSample}`),
    index().on(t.firstPlace),
    check("google_reviews_first_place_range", sql`${t.firstPlace} between 1 and 8`),
    check("google_reviews_rating_range", sql`${t.rating} between 1 and 5`),
  ],
);

/** At most one row: the totals of the last sync. */
export const reviewsMetadata = pgTable(
  "reviews_metadata",
  {
    id: integer().primaryKey().default(1),
    averageRating: numeric({ precision: 2, scale: 1 }).notNull(),
    totalReviews: integer().notNull(),
    lastSyncAt: instant(),
    lastSyncStatus: text(),
  },
  (t) => [
    check("reviews_metadata_single_row", sql`${t.id} = 1`),
    check("reviews_metadata_rating_range", sql`${t.averageRating} between 0 and 5`),
    check("reviews_metadata_total_not_negative", sql`${t.totalReviews} >= 0`),
  ],
);
