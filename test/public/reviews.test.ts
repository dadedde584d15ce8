import { beforeEach, describe, expect, test } from "vitest";
import { nassauTime } from "../../app/core/time";
import { admin, startApp } from "../harness/app-server";
import { review, startGoogle } from "../harness/fakes/google";
import { HttpClient, until } from "../harness/http-client";
import { textOfElement } from "../harness/page-text";
import { inside, type Screen, screenOf } from "../harness/screen";

const endpoint = "/functions/v1/sync-google-reviews";
const publicToken = "a-token-that-is-no-secret";

const google = await startGoogle();
const app = await startApp({
  TRUST_PROXY: "yes",
  PUBLIC_CLIENT_TOKEN: publicToken,
  ...google.env,
});
const desk = new HttpClient(app);
await desk.post("/admin/login", admin);
beforeEach(async () => {
  Object.assign(google.google, { reviews: [], counted: undefined, refused: "", trouble: () => false, asked: [] });
  await forget();
  await app.query("delete from google_reviews");
  await app.query("delete from reviews_metadata");
});

const forget = () => app.query("delete from limit_counts where key like 'review sync%'");
const rows = () =>
  app.query<{ google_id: string; rating: number; is_visible: boolean }>(
    "select google_id, rating, is_visible from google_reviews order by google_id",
  );
const figures = async () => (await app.query<{ last_sync_at: Date }>("select * from reviews_metadata"))[0];
const asStaff = async () => {
  const response = await desk.post(endpoint, {});
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const asPublic = (bearer = publicToken) =>
  new HttpClient(app).send(endpoint, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
  });

describe("syncing with Google", () => {
  test("[P-REV-8, A-FN-2] a sync with the public token reads every page, converts ratings to stars, and stores replies and metrics", async () => {
    google.google.reviews = [
      review("a", "FIVE", { reviewReply: { comment: "Thank you.", updateTime: "2026-10-03T00:00:00Z" } }),
      review("b", "FOUR", { reviewer: { isAnonymous: true }, comment: undefined }),
      review("c", "ONE", {
        createTime: "2026-10-02T02:30:00Z",
        comment: "(Translated by Google) Good.\n\n(Original)\nMuy bien, d'accord.",
      }),
      review("d", "STAR_RATING_UNSPECIFIED"),
      review("e", "TWO", { comment: "Bien.\n\n(Translated by Google)\nGood." }),
    ];
    expect((await asPublic()).status).toBe(200);
    const stored = await app.query(
      "select google_id, rating, review_text, author_name, review_date::text, business_response, is_visible from google_reviews order by google_id",
    );
    const plain = { is_visible: true, business_response: null, review_date: "2026-10-02" };
    expect(stored).toEqual([
      {
        ...plain,
        google_id: "a",
        rating: 5,
        review_text: "Words of a",
        author_name: "Author of a",
        business_response: "Thank you.",
      },
      { ...plain, google_id: "b", rating: 4, review_text: null, author_name: "A Google user" },
      // In Nassau it was still the first of October.
      {
        ...plain,
        google_id: "c",
        rating: 1,
        review_text: "Muy bien, d'accord.",
        author_name: "Author of c",
        review_date: "2026-10-01",
      },
      { ...plain, google_id: "e", rating: 2, review_text: "Bien.", author_name: "Author of e" },
    ]);
    expect(await figures()).toMatchObject({ total_reviews: 5, last_sync_status: "Success", average_rating: "2.4" });
    expect(google.google.asked.filter((line) => line.startsWith("GET"))).toHaveLength(3);
  });

  test("[A-FN-2] another token and a cross-site request are refused without a request to Google", async () => {
    expect((await asPublic("another-token-altogether")).status).toBe(401);
    const foreign = await new HttpClient(app).post(endpoint, {}, { origin: "https://elsewhere.example" });
    expect(foreign.status).toBe(403);
    expect((await new HttpClient(app).get(endpoint)).status).toBe(405);
    expect(google.google.asked).toEqual([]);
  });

  test("a second sync updates and adds reviews and hides deleted ones, and reviews hidden by staff stay hidden", async () => {
    google.google.reviews = [review("a", "FIVE"), review("b", "FOUR"), review("c", "THREE")];
    expect((await asStaff()).status).toBe(200);
    await app.query("update google_reviews set is_visible = false where google_id = 'a'");
    google.google.reviews = [review("a", "ONE"), review("c", "THREE"), review("d", "FIVE")];
    await forget();
    expect((await asStaff()).status).toBe(200);
    expect(await rows()).toEqual([
      { google_id: "a", rating: 1, is_visible: false },
      { google_id: "b", rating: 4, is_visible: false },
      { google_id: "c", rating: 3, is_visible: true },
      { google_id: "d", rating: 5, is_visible: true },
    ]);
  });

  test("[P-REV-9, A-FN-3] the public may sync every ten minutes and staff every minute, and an earlier call succeeds with the last time and no request", async () => {
    google.google.reviews = [review("a", "FIVE")];
    expect((await asPublic()).status).toBe(200);
    const first = (await figures())?.last_sync_at;
    google.google.asked = [];
    const sooner = await asPublic();
    expect([sooner.status, await sooner.json()]).toEqual([
      200,
      { success: true, ran: false, lastSyncAt: first?.toISOString() },
    ]);
    expect(google.google.asked).toEqual([]);
    expect((await figures())?.last_sync_at).toEqual(first);
    const [window] = await app.query<{ minutes: number }>(
      "select ceil(extract(epoch from window_ends - now()) / 60)::int as minutes from limit_counts where key = 'review sync by public'",
    );
    expect(window?.minutes).toBe(10);

    expect((await asStaff()).body).toMatchObject({ success: true, ran: true });
    expect((await asStaff()).body).toMatchObject({ success: true, ran: false });
    await app.query("update limit_counts set window_ends = now() where key = 'review sync by staff'");
    expect((await asStaff()).body).toMatchObject({ success: true, ran: true });
  });

  const refuse = (why: string) => () => {
    google.google.refused = why;
  };
  const answerWith =
    (status: number, headers: Record<string, string> = {}) =>
    () => {
      google.google.trouble = (response) => Boolean(response.writeHead(status, headers).end());
    };
  const troubles: [string, () => void, RegExp][] = [
    ["an expired refresh token", refuse("invalid_grant"), /GOOGLE_BUSINESS_REFRESH_TOKEN/],
    ["a wrong client", refuse("invalid_client"), /GOOGLE_BUSINESS_CLIENT_ID/],
    ["no access", answerWith(401), /GOOGLE_BUSINESS_REFRESH_TOKEN/],
    ["an unknown location", answerWith(404), /GOOGLE_BUSINESS_LOCATION/],
    ["too many requests", answerWith(429, { "Retry-After": "0.1" }), /limits how often/],
    [
      "a list that breaks off",
      () => {
        google.google.trouble = (response, page) =>
          page === 2 && Boolean(response.writeHead(200).end('{"reviews":[{"revi'));
      },
      /cut short/,
    ],
    [
      "fewer reviews than counted",
      () => {
        google.google.counted = 9;
      },
      /counts 9 reviews and sent 3/,
    ],
    [
      "a line that drops",
      () => {
        google.google.trouble = (response) => Boolean(response.destroy());
      },
      /could not be reached/,
    ],
  ];
  test.each(troubles)(
    "%s: nothing is changed, staff see what to fix, and the public does not",
    async (_, make, pattern) => {
      google.google.reviews = [review("kept", "FIVE")];
      expect((await asStaff()).status).toBe(200);
      google.google.reviews = [review("x", "ONE"), review("y", "ONE"), review("z", "ONE")];
      make();
      await forget();
      // Both wait between their attempts, and wait together.
      const [failed, publicSync] = await Promise.all([asStaff(), asPublic()]);
      expect([failed.status, failed.body.error]).toEqual([502, expect.stringMatching(pattern)]);
      expect(await rows()).toEqual([{ google_id: "kept", rating: 5, is_visible: true }]);
      expect(await figures()).toMatchObject({
        total_reviews: 1,
        average_rating: "5.0",
        last_sync_status: expect.stringMatching(pattern),
      });
      expect([publicSync.status, await publicSync.json()]).toEqual([502, { error: "Failed to sync reviews" }]);
    },
  );

  test("[P-FAIL-12] a failed sync is logged, and a temporary failure of Google is retried", async () => {
    google.google.refused = "invalid_grant";
    await asPublic();
    await until("the log", () => app.output().includes("the reviews could not be synced"));
    google.google.refused = "";
    google.google.reviews = [review("a", "FIVE")];
    let busy = 1;
    google.google.trouble = (response) =>
      busy-- > 0 && Boolean(response.writeHead(503, { "Retry-After": "0.05" }).end());
    await forget();
    expect((await asStaff()).status).toBe(200);
    expect(await rows()).toHaveLength(1);
  });
});

describe("the list of reviews at the desk", () => {
  const shown = async (search = "") => screenOf(await (await desk.get(`/admin/reviews${search}`)).text());
  const rowsOf = (page: Screen) => page.getAllByRole("row").filter((row) => row.textContent?.includes("Author of"));
  const syncTwo = async () => {
    google.google.reviews = [
      review("older", "FOUR", { createTime: "2025-01-05T15:00:00Z" }),
      review("newer", "FIVE", { createTime: "2026-03-09T15:00:00Z" }),
    ];
    await asStaff();
    await app.query("update google_reviews set is_visible = false where google_id = 'newer'");
  };

  test("[A-REV-1] the list shows all reviews, newest first, or only the hidden ones", async () => {
    await syncTwo();
    const authors = (page: Screen) => rowsOf(page).map((row) => /Author of (older|newer)/.exec(row.textContent)?.[1]);
    expect(authors(await shown())).toEqual(["newer", "older"]);
    expect(authors(await shown("?show=hidden"))).toEqual(["newer"]);
  });

  test("[A-REV-2, A-REV-3] each review shows its author, text, day, and stars out of five", async () => {
    await syncTwo();
    const [newer, older] = rowsOf(await shown());
    for (const [row, stars, ...texts] of [
      [newer, 5, "Author of newer", "Words of newer", "Mar 9, 2026"],
      [older, 4, "Author of older", "Words of older", "Jan 5, 2025"],
    ] as const) {
      for (const message of texts) expect(row && textOfElement(row)).toContain(message);
      expect(row && inside(row).getByRole("img", { name: `${stars} out of 5 stars` })).toBeTruthy();
    }
    await expect(app.query("update google_reviews set rating = 6")).rejects.toThrow(/rating_range/);
  });

  test("[A-REV-5] the screen shows the metrics of the last sync: average, count, time and result", async () => {
    await syncTwo();
    const instant = (await figures())?.last_sync_at;
    const main = inside((await shown()).getByRole("main"));
    expect(main.words).toMatch(/4\.5/);
    expect(main.words).toMatch(/Success/);
    expect(main.words).toContain(nassauTime(instant ?? new Date(0)));
  });

  test("[A-REV-4, A-REV-12, A-PERM-12] the toggle hides and shows a review on the public page, and a deleted review gives a message", async () => {
    google.google.reviews = [review("seen", "FIVE"), review("other", "FIVE")];
    await asStaff();
    const [row] = await app.query<{ id: string }>("select id from google_reviews where google_id = 'seen'");
    const toggle = (visible: string, reviewId = row?.id ?? "") =>
      desk.post("/admin/reviews", { intent: "visibility", reviewId, visible });
    const home = async () => (await new HttpClient(app).get("/")).text();
    expect(await home()).toContain("Words of seen");
    expect((await toggle("no")).status).toBe(200);
    expect((await rows()).find(({ google_id }) => google_id === "seen")?.is_visible).toBe(false);
    await until("the page without it", async () => !(await home()).includes("Words of seen"));
    expect((await toggle("yes")).status).toBe(200);
    await until("the page with it", async () => (await home()).includes("Words of seen"));

    const response = await toggle("no", crypto.randomUUID());
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Error updating review visibility: the review no longer exists");
    expect((await toggle("maybe")).status).toBe(400);
    const log = await app.query(
      "select action_type from admin_activity_log where subject_id = $1 order by created_at",
      [row?.id],
    );
    expect(log).toEqual([{ action_type: "review_hidden" }, { action_type: "review_shown" }]);
  });

  test("[A-PERM-10] a request without a session hides nothing", async () => {
    google.google.reviews = [review("a", "FIVE")];
    await asStaff();
    const [row] = await app.query<{ id: string }>("select id from google_reviews");
    const response = await new HttpClient(app).post("/admin/reviews", {
      intent: "visibility",
      reviewId: row?.id ?? "",
      visible: "no",
    });
    expect(response.status).toBe(302);
    expect((await rows())[0]?.is_visible).toBe(true);
  });
});
