import { desc, eq, isNotNull, sql } from "drizzle-orm";
import { firstReviews, mostFirst, placeField, reviewIn, reviewLabel } from "~/content/first-reviews";
import { calendarLongDate } from "~/core/time";
import type { Queryable } from "~/db/client.server";
import { googleReviews } from "~/db/schema/site/reviews";
import { choiceField } from "../fields/choice";
import { type Content, defineKind, type Problems } from "../kind";

const positions = Array.from({ length: mostFirst }, (_, index) => index + 1);

const fields = positions.map((position) =>
  choiceField({
    ...{ name: placeField(position), label: `Place ${position}`, group: "First on home and about", help: "" },
    none: "Newest review not chosen here",
  }),
);

type Row = Pick<typeof googleReviews.$inferSelect, "id" | "authorName" | "reviewDate">;
const wordsOf = ({ id, authorName, reviewDate }: Row) =>
  reviewLabel(`${authorName.slice(0, 100)}, ${calendarLongDate(reviewDate)}`, id);

const columns = { id: googleReviews.id, authorName: googleReviews.authorName, reviewDate: googleReviews.reviewDate };
const visible = (from: Queryable) =>
  from
    .select(columns)
    .from(googleReviews)
    .where(eq(googleReviews.isVisible, true))
    .orderBy(desc(googleReviews.reviewDate), desc(googleReviews.id))
    .limit(500);

function problemsAt(content: Content, isWrong: (review: string, position: number) => boolean, text: string): Problems {
  return Object.fromEntries(
    firstReviews(content).flatMap((review, index) =>
      review !== "" && isWrong(review, index) ? [[placeField(index + 1), text]] : [],
    ),
  );
}

export const reviewsKind = defineKind({
  may: "regular_admin",
  ...{ kind: "reviews", title: "Order of the reviews", only: "first", fields },
  about: "Choose up to eight reviews to show first on the home and about pages. The others follow, newest first.",
  notes: { "First on home and about": "A hidden review isn’t shown, wherever you place it here." },
  check(content) {
    const all = firstReviews(content);
    return problemsAt(content, (review, index) => all.indexOf(review) < index, "This review already has a place.");
  },
  async taken(from, _key, content) {
    const rows = await from.select({ id: sql<string>`left(${googleReviews.id}::text, 8)` }).from(googleReviews);
    const known = new Set(rows.map(({ id }) => id));
    const missing = problemsAt(
      content,
      (review) => !known.has(review),
      "This review no longer exists. Choose another.",
    );
    const odd = fields.filter(({ name }) => content[name] && !reviewIn(content[name]));
    return { ...missing, ...Object.fromEntries(odd.map(({ name }) => [name, "Choose one from the list."])) };
  },
  async options(from) {
    const names = (await visible(from)).map(wordsOf);
    return Object.fromEntries(fields.map(({ name }) => [name, names]));
  },
  async read(from) {
    const rows = await from
      .select({ ...columns, place: googleReviews.firstPlace })
      .from(googleReviews)
      .where(isNotNull(googleReviews.firstPlace));
    const byPosition = new Map(rows.map((row) => [row.place, wordsOf(row)]));
    return Object.fromEntries(positions.map((position) => [placeField(position), byPosition.get(position) ?? null]));
  },
  async publish(tx, _key, content) {
    const first = firstReviews(content);
    await tx.execute(sql`
      update google_reviews set first_place = array_position(${sql.param(first)}::text[], left(id::text, 8))
      where first_place is distinct from array_position(${sql.param(first)}::text[], left(id::text, 8))`);
  },
  pages: [
    { path: "/", name: "Home" },
    { path: "/about", name: "About" },
  ],
});
