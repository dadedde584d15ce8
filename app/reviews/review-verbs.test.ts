import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { review, startGoogle } from "../../test/harness/fakes/google";
import type { TestDatabase } from "../../test/harness/in-process/test-database";

// The config is read on import, so the fake's URL must be in the environment before.
const { google, env, stop } = await startGoogle();
Object.assign(process.env, env);
const { testDatabase } = await import("../../test/harness/in-process/test-database");
const { staffMember } = await import("../../test/harness/in-process/staff");
const { deactivated, entry, recordOf, withoutChange } = await import("../../test/harness/desk/verbs");
const { setReviewVisibility } = await import("./desk/set-visibility.server");
const { readStaffReviews } = await import("./desk/reviews.server");
const { syncReviews } = await import("./sync.server");
const { reviewBlock } = await import("./reviews.server");

const database: TestDatabase = testDatabase();
let regular: StaffContext;
let superAdmin: StaffContext;
let inactiveAdmin: StaffContext;
beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  superAdmin = await staffMember(database, "super_admin");
  inactiveAdmin = await deactivated(database);
});
beforeEach(async () => {
  for (const table of ["google_reviews", "reviews_metadata", "limit_counts", "admin_activity_log"])
    await database.query(`delete from ${table}`);
  Object.assign(google, { reviews: [], refused: "", counted: undefined, asked: [] });
});
afterAll(stop);

const add = (from: number, to: number) =>
  database.query(
    `insert into google_reviews (author_name, rating, review_date)
     select 'Author ' || n, 5, date '2020-01-01' + n from generate_series($1::int, $2::int) n`,
    [from, to],
  );
const reviewId = async () =>
  (await database.query<{ id: string }>("select id from google_reviews limit 1"))[0]?.id ?? "";

describe("hiding and showing a review", () => {
  test.each([
    ["regular admin", () => regular],
    ["super admin", () => superAdmin],
  ])("[A-REV-4, A-PERM-2] a %s can hide and show, and each is recorded as its own action", async (_who, by) => {
    await add(1, 2);
    const id = await reviewId();
    const visible = async () =>
      (await database.query("select is_visible as is from google_reviews order by id = $1 desc", [id])).map(
        ({ is }) => is,
      );
    expect(await setReviewVisibility(by(), { reviewId: id, visible: "no" })).toEqual({ ok: true });
    expect(await visible()).toEqual([false, true]);
    await setReviewVisibility(by(), { reviewId: id, visible: "yes" });
    expect(await visible()).toEqual([true, true]);
    expect(await recordOf(database, id)).toEqual([
      entry(by(), "review_hidden", "review", null),
      entry(by(), "review_shown", "review", null),
    ]);
  });

  test.each([
    ["by an admin who was deactivated", () => inactiveAdmin, {}, "forbidden"],
    ["of a review that is gone", () => regular, { reviewId: "00000000-0000-4000-8000-000000000000" }, "not-found"],
    ["that names none", () => regular, { reviewId: "1" }, "invalid"],
    ["that says neither", () => regular, { visible: "maybe" }, "invalid"],
  ])("[A-REV-12] a change %s is refused with a message", async (_what, by, change, reason) => {
    await add(1, 1);
    const input = { reviewId: await reviewId(), visible: "no", ...change };
    expect(await withoutChange(database, () => setReviewVisibility(by(), input))).toMatchObject({
      ok: false,
      reason,
      message: expect.stringMatching(/^Error updating review visibility: \w/),
    });
  });
});

describe("staff's list of reviews", () => {
  const list = (search: Record<string, string> = {}) => readStaffReviews(new URLSearchParams(search));

  test("[A-REV-1] reviews are listed 25 a page, newest first, and the last page may have one", async () => {
    await add(1, 25);
    expect(await list()).toMatchObject({ page: 1, more: false });
    await add(26, 51);
    const [first, second, third] = [await list(), await list({ page: "2" }), await list({ page: "3" })];
    expect([first, second, third].map(({ rows, more }) => [rows[0]?.author, rows.length, more])).toEqual([
      ["Author 51", 25, true],
      ["Author 26", 25, true],
      ["Author 1", 1, false],
    ]);
    for (const page of ["0", "-1", "x", "1e9"]) expect((await list({ page })).page).toBe(1);
  });

  test("[A-REV-1] visible and hidden reviews are listed together or separately, counted exactly", async () => {
    await add(1, 3);
    await database.query("update google_reviews set is_visible = false where author_name = 'Author 2'");
    expect(await list()).toMatchObject({ counts: { all: 3, visible: 2, hidden: 1 } });
    const authors = async (show: string) => (await list({ show })).rows.map(({ author }) => author);
    expect([await authors("hidden"), await authors("visible"), await authors("some")]).toEqual([
      ["Author 2"],
      ["Author 3", "Author 1"],
      ["Author 3", "Author 2", "Author 1"],
    ]);
  });
});

describe("the public reviews", () => {
  const visit = {
    ...{ requestId: "", address: "10.0.0.7", browser: "", origin: "http://localhost", nonce: "", pattern: "" },
    ...{ failure: null, unread: null, cacheable: true, changed: false, preview: null },
  };
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ["2026-01-02T04:59:59Z", "Today"],
    ["2026-01-02T05:00:00Z", "1 day ago"],
  ])("[P-REV-10] at %s a review of January 1 in Nassau says %s", async (now, age) => {
    await add(1, 1);
    await database.query("update google_reviews set review_date = '2026-01-01'");
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    expect((await reviewBlock(visit)).reviews.map((review) => review.age)).toEqual([age]);
  });

  test("[P-REV-1, P-REV-2] the public sees the eight newest visible reviews", async () => {
    await add(1, 10);
    await database.query("update google_reviews set is_visible = false where author_name = 'Author 9'");
    expect((await reviewBlock(visit)).reviews.map(({ author }) => author)).toEqual(
      [10, 8, 7, 6, 5, 4, 3, 2].map((n) => `Author ${n}`),
    );
  });
});

describe("a sync of reviews", () => {
  const stored = () =>
    database.query(
      "select google_id as id, review_date::text as day, is_visible as shown from google_reviews order by 1",
    );
  const figures = () =>
    database.query(
      "select average_rating as average, total_reviews as total, last_sync_status as status from reviews_metadata",
    );

  test.each([
    ["winter", "2026-01-01T04:59:59Z", "2025-12-31"],
    ["winter", "2026-01-01T05:00:00Z", "2026-01-01"],
    ["summer", "2026-07-01T03:59:59Z", "2026-06-30"],
    ["summer", "2026-07-01T04:00:00Z", "2026-07-01"],
  ])("in %s a review of %s gets Nassau's day, %s", async (_season, createTime, day) => {
    google.reviews = [review("a", "FIVE", { createTime })];
    expect(await syncReviews(regular)).toMatchObject({ ok: true, ran: true });
    expect(await stored()).toEqual([{ id: "a", day, shown: true }]);
  });

  test("a sync by staff is recorded with its result; hidden reviews stay hidden, and those deleted at Google are hidden", async () => {
    google.reviews = [review("a", "FIVE"), review("b", "FOUR"), review("c", "FIVE")];
    await syncReviews(regular);
    await database.query("update google_reviews set is_visible = false where google_id = 'a'");
    await database.query("delete from limit_counts");
    google.reviews.pop();
    await syncReviews(superAdmin);
    expect((await stored()).map(({ id, shown }) => [id, shown])).toEqual([
      ["a", false],
      ["b", true],
      ["c", false],
    ]);
    expect(await figures()).toEqual([{ average: "4.5", total: 2, status: "Success" }]);
    expect(
      await database.query(
        "select admin_email as by, details from admin_activity_log where action_type = 'reviews_synced' order by created_at",
      ),
    ).toEqual([
      { by: regular.staff.email, details: { succeeded: true, reviews: 3 } },
      { by: superAdmin.staff.email, details: { succeeded: true, reviews: 2 } },
    ]);
  });

  test("[A-REV-8] a failed sync changes no review, keeps the totals, and is recorded", async () => {
    google.reviews = [review("a", "FIVE"), review("b", "FIVE")];
    await syncReviews(regular);
    await database.query("delete from limit_counts");
    const before = await stored();
    google.counted = 3;
    google.reviews = [review("a", "ONE"), review("d", "ONE")];
    expect(await syncReviews(regular)).toMatchObject({
      ok: false,
      reason: "failed",
      message: expect.stringContaining("counts 3"),
    });
    expect(await stored()).toEqual(before);
    expect(await figures()).toEqual([{ average: "5.0", total: 2, status: expect.stringMatching(/^Failed: /) }]);
    expect(
      await database.query(
        "select details from admin_activity_log where action_type = 'reviews_synced' order by created_at desc limit 1",
      ),
    ).toEqual([{ details: { succeeded: false } }]);
  });

  test("[A-FN-3] a sync runs once a minute for all staff and once in ten minutes for the public, independently", async () => {
    google.reviews = [review("a", "FIVE")];
    const ran = async (by: StaffContext | "public") => {
      const result = await syncReviews(by);
      return result.ok && result.ran;
    };
    const wait = (seconds: number) =>
      database.query("update limit_counts set window_ends = window_ends - make_interval(secs => $1)", [seconds]);
    expect([await ran(regular), await ran(superAdmin), await ran("public"), await ran("public")]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    await wait(58);
    expect([await ran(superAdmin), await ran("public")]).toEqual([false, false]);
    await wait(3);
    expect([await ran(superAdmin), await ran("public")]).toEqual([true, false]);
    await wait(530);
    expect(await ran("public")).toBe(false);
    await wait(20);
    expect(await ran("public")).toBe(true);
    expect(
      await database.query(
        "select distinct admin_email as by from admin_activity_log where action_type = 'reviews_synced' order by 1",
      ),
    ).toEqual([regular.staff.email, superAdmin.staff.email].sort().map((by) => ({ by })));
  });

  test("[A-PERM-8] a sync by a deactivated admin is refused without a request to Google", async () => {
    expect(await withoutChange(database, () => syncReviews(inactiveAdmin))).toMatchObject({
      ok: false,
      reason: "forbidden",
    });
    expect(google.asked).toEqual([]);
  });
});
