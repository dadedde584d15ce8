import { beforeAll, describe, expect, test } from "vitest";
import {
  articles,
  headings,
  hrefs,
  pageThat,
  readPage,
  region,
  type SentPage,
  textOfElement,
} from "../../harness/page-text";
import { sharedApp } from "../../harness/shared";

const app = await sharedApp();

const reviews = ({ screen }: SentPage) => region(screen, "What clients say");
const panel = ({ screen }: SentPage) => textOfElement(region(screen, "Trust index").element);
/** Home, once its reviews say these words. */
const pageWith = (text: string) => pageThat(app, "/", (page) => textOfElement(reviews(page).element).includes(text));

/** A visible review of so many days ago, by the office's calendar. */
async function review(author: string, daysAgo: number, rating = 5, text: string | null = "Thank you.") {
  await app.query(
    `insert into google_reviews (author_name, rating, review_text, review_date)
     values ($1, $2, $3, (now() at time zone 'America/Nassau')::date - $4::int)`,
    [author, rating, text, daysAgo],
  );
}

const columnsOf = async (table: string) =>
  (
    await app.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = $1",
      [table],
    )
  ).map(({ name }) => name);

describe("the reviews section without reviews", () => {
  test("[P-REV-21] a review has the specified columns and one to five stars", async () => {
    const wanted = "id rating review_text author_name author_photo_url review_date business_response is_visible".split(
      " ",
    );
    expect(await columnsOf("google_reviews")).toEqual(expect.arrayContaining(wanted));
    await expect(review("Too many stars", 1, 6)).rejects.toThrow(/rating/);
    await expect(review("No star", 1, 0)).rejects.toThrow(/rating/);
  });

  test("[P-REV-22] the review metrics have the specified columns", async () => {
    expect(await columnsOf("reviews_metadata")).toEqual(expect.arrayContaining(["average_rating", "total_reviews"]));
  });

  test("[P-REV-15, P-REV-19, P-REV-23] the section claims nothing and shows no sample", async () => {
    const home = await readPage(app, "/");
    expect(panel(home)).toMatch(/5\.0 .*\b0 reviews/);
    expect(textOfElement(reviews(home).element)).not.toMatch(/Based on|Excellent Service|\d%|Sample/);
  });
});

describe("the reviews section with nine reviews", () => {
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
    for (const [days, text] of ages.filter(([age]) => age >= from && age <= to))
      expect(cardOf(days)?.words, `${days} days`).toContain(text);
  };
  beforeAll(async () => {
    await app.query(
      "insert into google_reviews (author_name, rating, review_date, is_visible) values ('Hidden Person', 1, current_date, false)",
    );
    for (const [days] of ages)
      await review(`Älva ${days}`, days, days === 60 ? 1 : 5, days === 29 ? null : "Thank you.");
    // Nine are counted although eight are shown: the last of them has come.
    home = await pageWith("9 reviews");
  });

  test("[P-REV-1, P-REV-2] the section shows the eight newest visible reviews", () => {
    expect(headings(reviews(home), 3)).toEqual(ages.slice(0, 8).map(([days]) => `Älva ${days}`));
    expect(home.html).not.toContain("Hidden Person");
  });

  test("[P-REV-10] a review under thirty days old shows its age in days", () => expectAges(0, 29));
  test("[P-REV-11] a review from thirty days on shows its age in months", () => expectAges(30, 364));
  test("[P-REV-12] a review from 365 days on shows its age in years", () => expectAges(365, 1095));

  test("[P-REV-13, P-REV-14] a review without text says Great service!, and one without a picture has an initial", () => {
    expect(cardOf(29)?.words).toContain("Great service!");
    expect(cardOf(1)?.words).not.toContain("Great service!");
    expect(cardOf(1)?.element.querySelector("svg text")?.textContent).toBe("Ä");
  });

  test("[P-REV-3] the average has one decimal", () => {
    // Nine are counted, 44 - 3 stars in all: 41 / 9.
    expect(panel(home)).toContain("4.6 out of 5");
  });

  test("[P-REV-4] a link leads to all reviews on Google Maps", () => {
    expect(hrefs(reviews(home)).some((to) => to.startsWith("https://www.google.com/maps/"))).toBe(true);
  });

  test("[P-REV-16] the panel counts the reviews by stars", () => {
    expect(panel(home)).toMatch(/9 reviews .*5 stars 8 4 stars 0 3 stars 0 2 stars 0 1 star 1/);
  });

  test("[P-REV-16, P-REV-17] stored metrics replace the counted ones and give the trust score", async () => {
    await app.query("insert into reviews_metadata (average_rating, total_reviews) values (4.7, 99)");
    const stored = await pageWith("Based on 99 verified Google reviews");
    expect(panel(stored)).toMatch(/4\.7 out of 5 99 reviews Trust score 94%/);
  });

  test("[P-REV-19] the headline shows the real number, and 100+ from a hundred on", async () => {
    expect(reviews(home).words).toContain("Based on 9 verified Google reviews");
    await app.query("update reviews_metadata set total_reviews = 100");
    await pageWith("Based on 100+ verified Google reviews");
  });

  test("[P-REV-18] eight five-star reviews of ten are excellent, eight of eleven are not", async () => {
    await review("Tenth", 3, 4);
    expect(panel(await pageWith("Tenth"))).toContain("Excellent Service");
    await review("Eleventh", 2, 4);
    expect(panel(await pageWith("Eleventh"))).not.toContain("Excellent Service");
  });

  test("the page about us shows the reviews too", async () => {
    expect(articles(reviews(await readPage(app, "/about"))).length).toBeGreaterThan(0);
  });
});
