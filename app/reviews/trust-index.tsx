import { Award } from "lucide-react";
import type { ReviewFigures } from "~/reviews/reviews.server";
import { Stars } from "~/reviews/stars";

/** The figures behind the reviews: average, number, trust score, how often each star was given. */
export function TrustIndex({ figures: { average, total, distribution } }: { figures: ReviewFigures }) {
  const counted = distribution.reduce((sum, { count }) => sum + count, 0);
  const fiveStars = distribution.find(({ stars }) => stars === 5)?.count ?? 0;
  const score = Math.round((Number(average) / 5) * 100);
  return (
    <div className="mt-9 grid gap-x-12 gap-y-8 rounded-2xl bg-white p-6 sm:p-9 md:grid-cols-[auto_minmax(0,1fr)] lg:grid-cols-[auto_auto_minmax(0,1fr)] lg:items-center">
      <div>
        <p className="font-display text-[3.75rem] font-semibold leading-none text-navy lining-nums">{average}</p>
        <Stars rating={Number(average)} className="mt-3 h-5" />
        <p className="mt-2 text-sm text-stone">
          {total} {total === 1 ? "review" : "reviews"}
        </p>
      </div>
      <div className="md:border-l md:border-line md:pl-12">
        <p className="text-sm text-stone">Trust score</p>
        <p className="mt-1 font-display text-4xl font-semibold text-navy lining-nums">{score}%</p>
        {counted > 0 && fiveStars / counted >= 0.8 ? (
          <p className="mt-3 inline-flex items-center gap-2 rounded-full bg-gold px-3.5 py-1 text-sm font-semibold text-ink">
            <Award aria-hidden className="size-4" />
            Excellent Service
          </p>
        ) : null}
      </div>
      {counted > 0 ? (
        <ul className="grid gap-2 md:col-span-2 lg:col-span-1 lg:border-l lg:border-line lg:pl-12">
          {distribution.map(({ stars, count }) => (
            <li
              key={stars}
              className="grid grid-cols-[4rem_minmax(0,1fr)_2.5rem] items-center gap-3 text-sm text-stone"
            >
              <span>{stars === 1 ? "1 star" : `${stars} stars`}</span>
              <span aria-hidden className="h-2 overflow-hidden rounded-full bg-foam">
                <span className="block h-full rounded-full bg-gold" style={{ width: `${(count / counted) * 100}%` }} />
              </span>
              <span className="text-right font-medium text-ink tabular-nums">{count}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
