import { beforeAll, describe, expect, test } from "vitest";
import type { AppServer } from "../../harness/app-server";
import { articles, headings, hrefs, pageThat, readPage, region, type SentPage, wordsOf } from "../../harness/page-text";
import { sharedApp } from "../../harness/shared";

let program: AppServer;
beforeAll(async () => {
  program = await sharedApp();
});

const reviews = ({ screen }: SentPage) => region(screen, "What clients say");
const panel = ({ screen }: SentPage) => wordsOf(region(screen, "Trust index").element);
/** Home, once its reviews say these words. */
const says = (words: string) => pageThat(program, "/", (page) => wordsOf(reviews(page).element).includes(words));

/** A visible review of so many days ago, by the office's calendar. */
async function review(author: string, daysAgo: number, rating = 5, text: string | null = "Thank you.") {
  await program.query(
    `insert into google_reviews (author_name, rating, review_text, review_date)
     values ($1, $2, $3, (now() at time zone 'America/Nassau')::date - $4::int)`,
    [author, rating, text, daysAgo],
  );
}

const columnsOf = async (table: string) =>
  (
    await program.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = $1",
      [table],
    )
  ).map(({ name }) => name);

describe("before the first review", () => {
  test("[P-REV-21] a review has its columns, and one to five stars", async () => {
    const wanted = "id rating review_text author_name author_photo_url review_date business_response is_visible".split(
      " ",
    );
    expect(await columnsOf("google_reviews")).toEqual(expect.arrayContaining(wanted));
    await expect(review("Too many stars", 1, 6)).rejects.toThrow(/rating/);
    await expect(review("No star", 1, 0)).rejects.toThrow(/rating/);
  });

  test("[P-REV-22] the figures have their columns", async () => {
    expect(await columnsOf("reviews_metadata")).toEqual(expect.arrayContaining(["average_rating", "total_reviews"]));
  });

  test("[P-REV-15, P-REV-19, P-REV-23] there is nothing to claim, and no sample", async () => {
    const home = await readPage(program, "/");
    expect(panel(home)).toMatch(/5\.0 .*\b0 reviews/);
    expect(wordsOf(reviews(home).element)).not.toMatch(/Based on|Excellent Service|\d%|Sample/);
  });
});

describe("with nine reviews", () => {
  const ages: [days: number, words: string][] = [
    [1, "1 day ago"],
    [29, "29 days ago"],
    [30, "1 month ago"],
    [60, "2 months ago"],
    [364, "12 months ago"],
    [365, "1 year ago"],
    [730, "2 years ago"],
    [1095, "3 years ago"],
    [1460, "4 years ago"],
  ];
  let home: SentPage;
  const cardOf = (days: number) => articles(reviews(home)).find((card) => card.queryByText(`Älva ${days}`));
  const expectAges = (from: number, to: number) => {
    for (const [days, words] of ages.filter(([age]) => age >= from && age <= to))
      expect(cardOf(days)?.words, `${days} days`).toContain(words);
  };
  beforeAll(async () => {
    await program.query(
      "insert into google_reviews (author_name, rating, review_date, is_visible) values ('Hidden Person', 1, current_date, false)",
    );
    for (const [days] of ages)
      await review(`Älva ${days}`, days, days === 60 ? 1 : 5, days === 29 ? null : "Thank you.");
    // Nine are counted although eight are shown: the last of them has come.
    home = await says("9 reviews");
  });

  test("[P-REV-1, P-REV-2] the eight newest that are visible are shown", () => {
    expect(headings(reviews(home), 3)).toEqual(ages.slice(0, 8).map(([days]) => `Älva ${days}`));
    expect(home.html).not.toContain("Hidden Person");
  });

  test("[P-REV-10] under thirty days a review is so many days old", () => expectAges(0, 29));
  test("[P-REV-11] from thirty days on it is so many months old", () => expectAges(30, 364));
  test("[P-REV-12] from 365 days on it is so many years old", () => expectAges(365, 1095));

  test("[P-REV-13, P-REV-14] one without words says Great service!, one without a picture has an initial", () => {
    expect(cardOf(29)?.words).toContain("Great service!");
    expect(cardOf(1)?.words).not.toContain("Great service!");
    expect(cardOf(1)?.element.querySelector("svg text")?.textContent).toBe("Ä");
  });

  test("[P-REV-3] the average has one decimal", () => {
    // Nine are counted, 44 - 3 stars in all: 41 / 9.
    expect(panel(home)).toContain("4.6 out of 5");
  });

  test("[P-REV-4] all of them are read on the maps", () => {
    expect(hrefs(reviews(home)).some((to) => to.startsWith("https://www.google.com/maps/"))).toBe(true);
  });

  test("[P-REV-16] the panel counts them by their stars", () => {
    expect(panel(home)).toMatch(/9 reviews .*5 stars 8 4 stars 0 3 stars 0 2 stars 0 1 star 1/);
  });

  test("[P-REV-16, P-REV-17] the stored figures are shown instead of those that were counted, and a score of them", async () => {
    await program.query("insert into reviews_metadata (average_rating, total_reviews) values (4.7, 99)");
    const stored = await says("Based on 99 verified Google reviews");
    expect(panel(stored)).toMatch(/4\.7 out of 5 99 reviews Trust score 94%/);
  });

  test("[P-REV-19] the headline names the real number, and from a hundred on 100+", async () => {
    expect(reviews(home).words).toContain("Based on 9 verified Google reviews");
    await program.query("update reviews_metadata set total_reviews = 100");
    await says("Based on 100+ verified Google reviews");
  });

  test("[P-REV-18] eight of ten with five stars are excellent, eight of eleven are not", async () => {
    await review("Tenth", 3, 4);
    expect(panel(await says("Tenth"))).toContain("Excellent Service");
    await review("Eleventh", 2, 4);
    expect(panel(await says("Eleventh"))).not.toContain("Excellent Service");
  });

  test("they stand on the page about the house, too", async () => {
    expect(articles(reviews(await readPage(program, "/about"))).length).toBeGreaterThan(0);
  });
});
