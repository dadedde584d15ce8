import { count, desc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { googleReviews, reviewsMetadata } from "~/db/schema/site/reviews";
import { shortened, shortenedIfAny } from "~/db/shortened.server";
import { missingSettings } from "~/reviews/google.server";

const pageSize = 25;
const shownChoices = ["all", "visible", "hidden"] as const;

/** A page of all reviews, newest first, their numbers, and the figures of the last sync. */
export async function readStaffReviews(search: URLSearchParams) {
  const shown = shownChoices.find((choice) => choice === search.get("show")) ?? "all";
  const page = Math.max(1, Math.min(10_000, Number.parseInt(search.get("page") ?? "1", 10) || 1));
  const isShown = shown === "all" ? undefined : eq(googleReviews.isVisible, shown === "visible");
  const [rows, counted, [figures]] = await Promise.all([
    db
      .select({
        id: googleReviews.id,
        author: shortened(googleReviews.authorName),
        rating: googleReviews.rating,
        text: shortenedIfAny(googleReviews.reviewText, 1000),
        date: googleReviews.reviewDate,
        answer: shortenedIfAny(googleReviews.businessResponse, 500),
        isVisible: googleReviews.isVisible,
        isSample: googleReviews.isSample,
      })
      .from(googleReviews)
      .where(isShown)
      .orderBy(desc(googleReviews.reviewDate), desc(googleReviews.id))
      .limit(pageSize + 1)
      .offset((page - 1) * pageSize),
    db
      .select({ visible: googleReviews.isVisible, count: count() })
      .from(googleReviews)
      .groupBy(googleReviews.isVisible),
    db.select().from(reviewsMetadata).limit(1),
  ]);
  const of = (visible: boolean) => counted.find((row) => row.visible === visible)?.count ?? 0;
  return {
    rows: rows.slice(0, pageSize),
    shown,
    page,
    more: rows.length > pageSize,
    counts: { all: of(true) + of(false), visible: of(true), hidden: of(false) },
    figures: figures
      ? {
          average: Number(figures.averageRating).toFixed(1),
          total: figures.totalReviews,
          lastSyncAt: figures.lastSyncAt?.toISOString() ?? null,
          lastSyncStatus: figures.lastSyncStatus,
        }
      : null,
    missing: missingSettings(),
  };
}
