import type { googleReviews } from "~/db/schema/site/reviews";
import { type Clock, dayAfter } from "~/sample/clock";
import { seeded } from "~/sample/random";
import { reviews } from "~/sample/reviews";

/** Reviews of the last fifteen months, denser towards today; several a week with occasional gaps. */
export function sampleReviews(clock: Clock): (typeof googleReviews.$inferInsert)[] {
  const random = seeded("reviews");
  return reviews.map(({ by, stars, text, answer, hidden }, index) => {
    const ago = 1 + 450 * ((index + random.next() * 0.9) / reviews.length) ** 1.35;
    return {
      rating: stars,
      reviewText: text ?? null,
      authorName: by,
      reviewDate: dayAfter(clock.now, -Math.round(ago)),
      businessResponse: answer ?? null,
      isVisible: !hidden,
      isSample: true,
      createdAt: clock.ago(ago, 12),
    };
  });
}
