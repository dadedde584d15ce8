import { beforeAll, expect, test } from "vitest";
import { headings, hrefs, pageThat, readPage, textOf } from "../harness/page-text";
import type { Program } from "../harness/program";
import { sharedProgram } from "../harness/shared";

let program: Program;
beforeAll(async () => {
  program = await sharedProgram();
});

const reviews = (html: string) => {
  const start = html.indexOf('aria-labelledby="reviews"');
  return html.slice(start, html.indexOf('aria-labelledby="questions"', start));
};
const panel = (html: string) =>
  textOf(html.slice(html.indexOf('aria-label="Trust index"')).split("</section>")[0] ?? "");
const says = (words: string | RegExp) => pageThat(program, "/", ({ html }) => textOf(reviews(html)).search(words) >= 0);

/** A visible review of so many days ago, by the office's calendar. */
async function review(author: string, daysAgo: number, rating = 5, text: string | null = "Thank you.") {
  await program.query(
    `insert into google_reviews (author_name, rating, review_text, review_date)
     values ($1, $2, $3, (now() at time zone 'America/Nassau')::date - $4::int)`,
    [author, rating, text, daysAgo],
  );
}

test("[P-REV-15, P-REV-23, P-REV-21, P-REV-22] before the first review there is nothing to claim", async () => {
  const columns = await program.query<{ table: string; name: string }>(
    "select table_name as table, column_name as name from information_schema.columns where table_name in ('google_reviews', 'reviews_metadata')",
  );
  const of = (table: string) => columns.filter((column) => column.table === table).map(({ name }) => name);
  expect(of("google_reviews")).toEqual(
    expect.arrayContaining([
      "id",
      "rating",
      "review_text",
      "author_name",
      "author_photo_url",
      "review_date",
      "business_response",
      "is_visible",
    ]),
  );
  expect(of("reviews_metadata")).toEqual(expect.arrayContaining(["average_rating", "total_reviews"]));
  await expect(review("Too many stars", 1, 6)).rejects.toThrow(/rating/);

  const { html } = await readPage(program, "/");
  expect(panel(html)).toMatch(/5\.0 .*\b0 reviews/);
  expect(textOf(reviews(html))).not.toMatch(/Based on|Excellent Service|\d%|Sample/);
});

test("[P-REV-1, P-REV-2, P-REV-3, P-REV-4, P-REV-10, P-REV-11, P-REV-12, P-REV-13, P-REV-14] the eight newest visible reviews, each with its age", async () => {
  const ages: [number, string][] = [
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
  for (const [days] of ages) await review(`Älva ${days}`, days, days === 60 ? 1 : 5, days === 29 ? null : "Thank you.");
  await program.query(
    "insert into google_reviews (author_name, rating, review_date, is_visible) values ('Hidden Person', 1, current_date, false)",
  );
  const { html } = await says("Älva 1095");
  const block = reviews(html);
  expect(headings(block, 3)).toEqual(ages.slice(0, 8).map(([days]) => `Älva ${days}`));
  expect(html).not.toContain("Hidden Person");
  const cards = block.split("<article").slice(1);
  for (const [index, [, words]] of ages.slice(0, 8).entries()) expect(textOf(cards[index] ?? "")).toContain(words);
  expect(textOf(cards[1] ?? "")).toContain("Great service!");
  expect(cards[0]).toMatch(/<text[^>]*>Ä<\/text>/);
  // Nine are counted, 44 - 4 stars in all: 41 / 9.
  expect(panel(html)).toContain("4.6 out of 5");
  expect(hrefs(block).some((to) => to.startsWith("https://www.google.com/maps/"))).toBe(true);
});

test("[P-REV-16, P-REV-17, P-REV-18, P-REV-19] average, total, distribution, score, badge and headline", async () => {
  const counted = await says("Based on 9 verified Google reviews");
  expect(panel(counted.html)).toMatch(/9 reviews .*5 stars 8 4 stars 0 3 stars 0 2 stars 0 1 star 1/);
  expect(panel(counted.html)).toContain("Excellent Service");

  await program.query("insert into reviews_metadata (average_rating, total_reviews) values (4.7, 99)");
  const stored = await says("Based on 99 verified Google reviews");
  expect(panel(stored.html)).toMatch(/4\.7 out of 5 99 reviews Trust score 94%/);
  await program.query("update reviews_metadata set total_reviews = 100");
  await says(/Based on 100\+ verified Google reviews/);

  // Eight of ten are 80%: still excellent. Eight of eleven are not.
  await review("Tenth", 3, 4);
  expect(panel((await says("Tenth")).html)).toContain("Excellent Service");
  await review("Eleventh", 2, 4);
  expect(panel((await says("Eleventh")).html)).not.toContain("Excellent Service");
  const about = (await readPage(program, "/about")).html;
  expect(about.slice(about.indexOf('aria-labelledby="reviews"'))).toContain("<article");
});
