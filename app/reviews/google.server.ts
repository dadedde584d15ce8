import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { config } from "~/config.server";
import { stripInvalidCharacters } from "~/core/text-input";
import { nassauDay } from "~/core/time";

/** A review as stored; `date`: its day in Nassau time. */
type FetchedReview = {
  googleId: string;
  rating: number;
  text: string | null;
  author: string;
  photo: string | null;
  date: string;
  response: string | null;
};
export type Fetched = { reviews: FetchedReview[]; average: number; total: number };

export class SyncError extends Error {}

const settings = [
  "GOOGLE_BUSINESS_LOCATION",
  "GOOGLE_BUSINESS_CLIENT_ID",
  "GOOGLE_BUSINESS_CLIENT_SECRET",
  "GOOGLE_BUSINESS_REFRESH_TOKEN",
] as const;

/** The required settings that are missing. */
export function missingSettings(): string[] {
  return settings.filter((name) => config[name] === undefined);
}

const stars = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 } as const;

// Resource `accounts.locations.reviews` of the Business Profile API, version 4.
const page = z.object({
  reviews: z
    .array(
      z.object({
        reviewId: z.string().min(1),
        reviewer: z.object({ displayName: z.string().optional(), profilePhotoUrl: z.string().optional() }).optional(),
        starRating: z.string(),
        comment: z.string().optional(),
        createTime: z.iso.datetime({ offset: true }),
        reviewReply: z.object({ comment: z.string() }).optional(),
      }),
    )
    .default([]),
  averageRating: z.number().min(0).max(5).default(0),
  totalReviewCount: z.number().int().min(0).default(0),
  nextPageToken: z.string().optional(),
});

const timeoutMs = 15_000;
/** Stored characters of a review or a reply; Google allows 4,096. */
const maxTextLength = 5_000;
const maxAttempts = 3;
const maxPages = 400;

/**
 * Fetches all reviews of the owner's location, page by page. Throws a SyncError when a setting is missing or refused,
 * when Google is unreachable or limits us, and when fewer reviews came than it counts: an incomplete list would hide
 * the others.
 */
export async function fetchGoogleReviews(): Promise<Fetched> {
  const missing = missingSettings();
  if (missing.length > 0) throw new SyncError(`Google reviews are not connected: set ${missing.join(", ")}.`);
  const token = await accessToken();
  const reviews = new Map<string, FetchedReview>();
  // Google's total includes reviews without stars, which aren't stored.
  const receivedIds = new Set<string>();
  let average = 0;
  let total = 0;
  let next: string | undefined;
  for (let count = 0; count === 0 || next; count += 1) {
    if (count >= maxPages) throw new SyncError("Google's list of reviews has no end.");
    const fetchedPage = await reviewPage(token, next);
    for (const review of fetchedPage.reviews) {
      receivedIds.add(review.reviewId);
      const fetched = toReview(review);
      if (fetched) reviews.set(fetched.googleId, fetched);
    }
    if (count === 0) {
      average = fetchedPage.averageRating;
      total = fetchedPage.totalReviewCount;
    }
    next = fetchedPage.nextPageToken;
  }
  if (receivedIds.size < total)
    throw new SyncError(
      `Google counts ${total} reviews and sent ${receivedIds.size}. Nothing was changed; try again later.`,
    );
  return { reviews: [...reviews.values()], average, total };
}

async function accessToken(): Promise<string> {
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    client_id: config.GOOGLE_BUSINESS_CLIENT_ID ?? "",
    client_secret: config.GOOGLE_BUSINESS_CLIENT_SECRET ?? "",
    refresh_token: config.GOOGLE_BUSINESS_REFRESH_TOKEN ?? "",
  });
  const response = await fetchWithRetries(config.GOOGLE_BUSINESS_TOKEN_URL, { method: "POST", body });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const { error } = z
      .object({ error: z.string().catch("") })
      .catch({ error: "" })
      .parse(answer);
    if (error === "invalid_grant")
      throw new SyncError(
        "Google refused the refresh token (expired or revoked): renew GOOGLE_BUSINESS_REFRESH_TOKEN.",
      );
    if (error === "invalid_client" || error === "unauthorized_client")
      throw new SyncError("Google refused GOOGLE_BUSINESS_CLIENT_ID or GOOGLE_BUSINESS_CLIENT_SECRET.");
    throw new SyncError(`Google's sign-in answered ${response.status}${error ? ` (${error})` : ""}.`);
  }
  const parsed = z.object({ access_token: z.string().min(1) }).safeParse(answer);
  if (!parsed.success) throw new SyncError("Google's sign-in answered without a token.");
  return parsed.data.access_token;
}

async function reviewPage(token: string, pageToken: string | undefined): Promise<z.output<typeof page>> {
  const url = new URL(`/v4/${config.GOOGLE_BUSINESS_LOCATION}/reviews`, config.GOOGLE_BUSINESS_API_URL);
  url.searchParams.set("pageSize", "50");
  if (pageToken) url.searchParams.set("pageToken", pageToken);
  const response = await fetchWithRetries(url.href, { headers: { Authorization: `Bearer ${token}` } });
  if (response.status === 401)
    throw new SyncError(
      "Google refused our access: renew GOOGLE_BUSINESS_REFRESH_TOKEN with the scope business.manage.",
    );
  if (response.status === 403)
    throw new SyncError(
      "Google does not let this account read the reviews: its user must manage the location, and the project needs the Business Profile API.",
    );
  if (response.status === 404) throw new SyncError("Google knows no such location: check GOOGLE_BUSINESS_LOCATION.");
  if (response.status === 429) throw new SyncError("Google limits how often we may ask. Try again later.");
  if (!response.ok) throw new SyncError(`Google answered ${response.status}. Try again later.`);
  const parsed = page.safeParse(await response.json().catch(() => null));
  if (!parsed.success)
    throw new SyncError("Google's answer was cut short or is not what it documents. Nothing was changed.");
  return parsed.data;
}

/** Retries when Google is busy or unreachable. */
async function fetchWithRetries(url: string, request: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs), redirect: "error" });
      if (attempt === maxAttempts || !(response.status === 429 || response.status >= 500)) return response;
      await response.body?.cancel();
      const retryAfter = Number(response.headers.get("retry-after"));
      await pause(Math.min(5_000, retryAfter > 0 ? retryAfter * 1000 : 500 * 2 ** attempt));
    } catch {
      if (attempt === maxAttempts)
        throw new SyncError(`Google could not be reached at ${new URL(url).host}. Try again later.`);
      await pause(500 * 2 ** attempt);
    }
  }
}

/** Null for a rating without stars, which Google documents as unspecified. */
function toReview(review: z.output<typeof page>["reviews"][number]): FetchedReview | null {
  const rating = Object.entries(stars).find(([word]) => word === review.starRating)?.[1];
  if (!rating) return null;
  return {
    googleId: review.reviewId.slice(0, 500),
    rating,
    text: original(review.comment),
    author:
      stripInvalidCharacters(review.reviewer?.displayName ?? "")
        .trim()
        .slice(0, 200) || "A Google user",
    photo: review.reviewer?.profilePhotoUrl?.slice(0, 2000) ?? null,
    date: nassauDay(review.createTime),
    response: original(review.reviewReply?.comment),
  };
}

/** The original text, without the translation that Google puts before or after it. */
function original(comment: string | undefined): string | null {
  const [, after] = comment?.split("(Original)") ?? [];
  const [before] = (after ?? comment ?? "").split("(Translated by Google)");
  return (
    stripInvalidCharacters(before ?? "")
      .trim()
      .slice(0, maxTextLength) || null
  );
}
