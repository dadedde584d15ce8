import { and, eq, isNotNull, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { recordActivity } from "~/core/activity.server";
import { consumeLimit } from "~/core/rate-limits/limits.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { locks, takeLock } from "~/db/advisory-locks.server";
import { db, type Transaction } from "~/db/client.server";
import { googleReviews, reviewsMetadata } from "~/db/schema/site/reviews";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { type Fetched, fetchGoogleReviews, missingSettings, SyncError } from "./google.server";

/** `ran`: false when the last run is too recent and Google was not requested. */
export type SyncResult = Done<{ ran: boolean; lastSyncAt: string | null }> | Refused;

/** Once in ten minutes for the public, once a minute for all staff together (D4). */
const limits = { public: { max: 1, seconds: 600 }, staff: { max: 1, seconds: 60 } };

/**
 * Fetches the reviews from Google and stores them with their figures. New ones are visible; those that staff hid stay
 * hidden; those that Google no longer has are hidden. A failure changes no review.
 */
export async function syncReviews(by: StaffContext | "public"): Promise<SyncResult> {
  // No transaction is open during the requests to Google, so the right is checked before.
  if (by !== "public" && !(await mayAct(db, by.staff))) return refuse("forbidden", "Your account is no longer active.");
  const who = by === "public" ? "public" : "staff";
  const turn = await consumeLimit(`review sync by ${who}`, limits[who]);
  if (!turn.allowed) return { ok: true, ran: false, lastSyncAt: await lastSync() };
  return run(by === "public" ? null : by);
}

const daily = defineJob({
  name: "reviews.sync",
  data: z.object({}),
  retry: { retries: 3, firstWait: 300, maxWait: 3600 },
  timeout: 600,
  schedule: "20 5 * * *",
});

/** Syncs every morning, once Google is connected. */
export function registerReviewSync(): void {
  registerJob(daily, async () => {
    if (missingSettings().length > 0) return;
    const result = await run(null);
    if (!result.ok) throw new SyncError(result.message);
  });
}

async function run(by: StaffContext | null): Promise<SyncResult> {
  let fetched: Fetched;
  try {
    fetched = await fetchGoogleReviews();
  } catch (err) {
    if (!(err instanceof SyncError)) throw err;
    log.error({ reason: err.message }, "the reviews could not be synced");
    // Google was not requested, so there is no run to record.
    if (missingSettings().length > 0) return refuse("failed", err.message);
    await db.transaction(async (tx) => {
      await writeMetrics(tx, { lastSyncStatus: `Failed: ${err.message}` });
      await record(tx, by, { succeeded: false });
    });
    return refuse("failed", err.message);
  }
  const { reviews, average, total } = fetched;
  await db.transaction(async (tx) => {
    // Two simultaneous runs would hide each other's reviews.
    await takeLock(tx, locks.reviewsSync);
    await store(tx, reviews);
    await writeMetrics(tx, { averageRating: average.toFixed(1), totalReviews: total, lastSyncStatus: "Success" });
    await record(tx, by, { succeeded: true, reviews: total });
  });
  return { ok: true, ran: true, lastSyncAt: await lastSync() };
}

async function store(tx: Transaction, reviews: Fetched["reviews"]) {
  const ids = reviews.map(({ googleId }) => googleId);
  for (const { googleId, rating, text, author, photo, date, response } of reviews) {
    const now = {
      rating,
      reviewText: text,
      authorName: author,
      authorPhotoUrl: photo,
      reviewDate: date,
      businessResponse: response,
    };
    await tx
      .insert(googleReviews)
      .values({ googleId, ...now })
      .onConflictDoUpdate({ target: googleReviews.googleId, set: now });
  }
  const removedFromGoogle = and(isNotNull(googleReviews.googleId), eq(googleReviews.isVisible, true));
  await tx
    .update(googleReviews)
    .set({ isVisible: false })
    .where(ids.length > 0 ? and(removedFromGoogle, notInArray(googleReviews.googleId, ids)) : removedFromGoogle);
}

type Metrics = { lastSyncStatus: string; averageRating?: string; totalReviews?: number };

async function writeMetrics(tx: Transaction, metrics: Metrics) {
  const now = { ...metrics, lastSyncAt: sql`now()` };
  await tx
    .insert(reviewsMetadata)
    .values({ averageRating: "5.0", totalReviews: 0, ...now })
    .onConflictDoUpdate({ target: reviewsMetadata.id, set: now });
}

async function record(tx: Transaction, by: StaffContext | null, details: Record<string, number | boolean>) {
  if (by) await recordActivity(tx, by.staff, { actionType: "reviews_synced", details, address: by.address });
}

async function lastSync(): Promise<string | null> {
  const [row] = await db.select({ at: reviewsMetadata.lastSyncAt }).from(reviewsMetadata);
  return row?.at?.toISOString() ?? null;
}
