import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import { config } from "~/config.server";
import { firstReviews } from "~/content/first-reviews";
import { previewedOf } from "~/content/previewed.server";
import { readExtra } from "~/content/read.server";
import type { RequestContext } from "~/core/request-context";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { googleReviews, reviewsMetadata } from "~/db/schema/site/reviews";
import { reviewAge } from "~/reviews/age";

/** How often each number of stars was given, five first. */
type Distribution = readonly { stars: number; count: number }[];
/** `average` has one decimal. With a total of 0 it is a placeholder that must not be shown as a score. */
export type ReviewFigures = { average: string; total: number; distribution: Distribution };
export type Review = Awaited<ReturnType<typeof newestReviews>>[number];
export type ReviewBlock = {
  reviews: Review[];
  figures: ReviewFigures;
  /** The token to request a sync with, while there are no reviews. */
  syncToken: string | null;
};

/** SQL: the position among the reviews that staff put first, or that a previewed draft does; null for others. */
function pinnedFirst() {
  const draft = previewedOf("reviews")?.content;
  if (!draft) return sql`${googleReviews.firstPlace}`;
  return sql`array_position(${sql.param(firstReviews(draft))}::text[], left(${googleReviews.id}::text, 8))`;
}

async function newestReviews(limit: number) {
  const rows = await db
    .select({
      id: googleReviews.id,
      rating: googleReviews.rating,
      text: googleReviews.reviewText,
      author: googleReviews.authorName,
      photo: googleReviews.authorPhotoUrl,
      date: googleReviews.reviewDate,
      answer: googleReviews.businessResponse,
      isSample: googleReviews.isSample,
    })
    .from(googleReviews)
    .where(eq(googleReviews.isVisible, true))
    .orderBy(asc(pinnedFirst()), desc(googleReviews.reviewDate), desc(googleReviews.id))
    .limit(limit);
  const today = nassauDay();
  return rows.map(({ date, photo, ...row }) => ({
    ...row,
    text: row.text?.trim() || "Great service!",
    // Pictures on other sites are not loaded: the request would tell them who reads ours.
    photo: photo?.startsWith("/") && !photo.startsWith("//") ? photo : null,
    age: reviewAge(date, today),
  }));
}

/** Visible reviews by stars, without sample data. */
async function starCounts() {
  return db
    .select({ stars: googleReviews.rating, count: count() })
    .from(googleReviews)
    .where(and(eq(googleReviews.isVisible, true), eq(googleReviews.isSample, false)))
    .groupBy(googleReviews.rating);
}

async function storedMetrics() {
  const [row] = await db.select().from(reviewsMetadata).limit(1);
  return row;
}

async function anyReview() {
  const rows = await db.select({ id: googleReviews.id }).from(googleReviews).limit(1);
  return rows.length > 0;
}

/**
 * The figures of the last sync, otherwise of the visible reviews; without either an average of 5.0 with a total of 0
 * (D23). A failed read shows less, never an error.
 */
export async function reviewBlock(visit: RequestContext, limit = 8): Promise<ReviewBlock> {
  const [reviews, counted, stored, any] = await Promise.all([
    readExtra(visit, "the reviews", newestReviews(limit), []),
    readExtra(visit, "the counts of stars", starCounts(), []),
    readExtra(visit, "the figures of the reviews", storedMetrics(), undefined),
    readExtra(visit, "whether there are reviews", anyReview(), true),
  ]);
  const syncToken = any ? null : config.publicClientToken;
  const distribution = [5, 4, 3, 2, 1].map((stars) => ({
    stars,
    count: counted.find((row) => row.stars === stars)?.count ?? 0,
  }));
  const visible = distribution.reduce((sum, row) => sum + row.count, 0);
  if (stored && stored.totalReviews > 0) {
    const average = Number(stored.averageRating).toFixed(1);
    return { reviews, figures: { average, total: stored.totalReviews, distribution }, syncToken };
  }
  if (visible === 0) return { reviews, figures: { average: "5.0", total: 0, distribution }, syncToken };
  const stars = distribution.reduce((sum, row) => sum + row.stars * row.count, 0);
  return { reviews, figures: { average: (stars / visible).toFixed(1), total: visible, distribution }, syncToken };
}
