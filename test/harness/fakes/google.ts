import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterFile } from "../after-file";

export type GoogleReview = Record<string, unknown> & { reviewId: string };

type FailureMode = (response: ServerResponse, page: number) => boolean;

/** Google's token endpoint and the reviews of `accounts/1/locations/2`, as documented by Google, two per page. */
export async function startGoogle() {
  const google = {
    reviews: [] as GoogleReview[],
    counted: undefined as number | undefined,
    refused: "",
    trouble: (() => false) as FailureMode,
    asked: [] as string[],
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://google");
    google.asked.push(`${request.method} ${url.pathname}`);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname === "/token") {
      let body = "";
      for await (const chunk of request) body += chunk;
      const form = new URLSearchParams(body);
      const right =
        form.get("grant_type") === "refresh_token" &&
        form.get("client_id") === "the-client" &&
        form.get("client_secret") === "the-client-secret" &&
        form.get("refresh_token") === "the-refresh-token";
      if (google.refused || !right) return json(400, { error: google.refused || "invalid_client" });
      return json(200, { access_token: "the-access-token", expires_in: 3599, token_type: "Bearer" });
    }
    if (url.pathname !== "/v4/accounts/1/locations/2/reviews") return json(404, { error: { code: 404 } });
    if (request.headers.authorization !== "Bearer the-access-token") return json(401, { error: { code: 401 } });
    const from = Number(url.searchParams.get("pageToken") ?? 0);
    if (google.trouble(response, from / 2 + 1)) return;
    const nextPage = google.reviews.length > from + 2 ? { nextPageToken: String(from + 2) } : {};
    const stars = ["ONE", "TWO", "THREE", "FOUR", "FIVE"];
    const sum = google.reviews.reduce((all, review) => all + stars.indexOf(String(review.starRating)) + 1, 0);
    return json(200, {
      ...(google.reviews.length > 0 ? { reviews: google.reviews.slice(from, from + 2) } : {}),
      averageRating: google.reviews.length > 0 ? sum / google.reviews.length : undefined,
      totalReviewCount: google.counted ?? google.reviews.length,
      ...nextPage,
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const env = {
    GOOGLE_BUSINESS_LOCATION: "accounts/1/locations/2",
    GOOGLE_BUSINESS_CLIENT_ID: "the-client",
    GOOGLE_BUSINESS_CLIENT_SECRET: "the-client-secret",
    GOOGLE_BUSINESS_REFRESH_TOKEN: "the-refresh-token",
    GOOGLE_BUSINESS_API_URL: `http://127.0.0.1:${port}`,
    GOOGLE_BUSINESS_TOKEN_URL: `http://127.0.0.1:${port}/token`,
  };
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  afterFile(stop);
  return { google, env, stop };
}

export function review(reviewId: string, starRating: string, more: Record<string, unknown> = {}): GoogleReview {
  return {
    name: `accounts/1/locations/2/reviews/${reviewId}`,
    reviewId,
    reviewer: { displayName: `Author of ${reviewId}`, profilePhotoUrl: "https://photos.example/one" },
    starRating,
    comment: `Words of ${reviewId}`,
    createTime: "2026-10-02T15:01:23.045123456Z",
    updateTime: "2026-10-02T15:01:23.045123456Z",
    ...more,
  };
}
