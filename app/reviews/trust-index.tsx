import { Award } from "lucide-react";
import type { ReviewFigures } from "~/reviews/reviews.server";
import { Stars } from "~/reviews/stars";

type TrustIndexProps = {
  figures: ReviewFigures;
  /** Reviews by sample people are shown below, which no figure counts. */
  hasSamples: boolean;
};

export function TrustIndex({ figures: { average, total, distribution }, hasSamples }: TrustIndexProps) {
  if (total === 0) return <NoneYet average={average} hasSamples={hasSamples} />;
  const counted = distribution.reduce((sum, { count }) => sum + count, 0);
  const fiveStars = distribution.find(({ stars }) => stars === 5)?.count ?? 0;
  const score = Math.round((Number(average) / 5) * 100);
  return (
    <section
      aria-label="Trust index"
      className="mt-9 grid gap-x-10 gap-y-7 rounded-2xl bg-white p-6 sm:grid-cols-2 sm:p-9 lg:grid-cols-[auto_auto_minmax(0,1fr)] lg:items-center xl:gap-x-14"
    >
      <div>
        <p className="text-sm text-stone">Average rating</p>
        <p className="mt-1.5 flex items-end gap-3">
          <span className="font-display text-[3.75rem] cramped:text-[2.5rem] font-semibold leading-[0.85] cramped:leading-none text-navy lining-nums">
            {average}
          </span>
          <span className="text-sm text-stone">out of 5</span>
        </p>
        <Stars rating={Number(average)} className="mt-4 h-5" />
        <p className="mt-3 text-sm text-stone">
          <span className="font-medium text-ink tabular-nums">{total.toLocaleString("en-US")}</span>{" "}
          {total === 1 ? "review" : "reviews"}
        </p>
      </div>
      <div className="sm:border-l sm:border-line sm:pl-10 xl:pl-14">
        <p className="text-sm text-stone">Trust score</p>
        <p className="mt-1 font-display text-4xl font-semibold text-navy lining-nums">{score}%</p>
        {counted > 0 && fiveStars / counted >= 0.8 ? (
          <p className="mt-3 inline-flex items-center gap-2 rounded-full bg-gold px-3.5 py-1 text-sm font-semibold text-ink">
            <Award aria-hidden className="size-4" />
            Excellent Service
          </p>
        ) : null}
      </div>
      <ul
        aria-label="Reviews by stars"
        className="grid gap-2 sm:col-span-2 lg:col-span-1 lg:border-l lg:border-line lg:pl-10 xl:pl-14"
      >
        {distribution.map(({ stars, count }) => (
          <li key={stars} className="grid grid-cols-[4rem_minmax(0,1fr)_2.5rem] items-center gap-3 text-sm text-stone">
            <span>{stars === 1 ? "1 star" : `${stars} stars`}</span>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-foam">
              <span
                className="block h-full rounded-full bg-gold"
                style={{ width: `${counted > 0 ? (count / counted) * 100 : 0}%` }}
              />
            </span>
            <span className="text-right font-medium text-ink tabular-nums">{count}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Before the first review visitors read an invitation, and no figure: the panel's text alone has them. */
function NoneYet({ average, hasSamples }: Pick<ReviewFigures, "average"> & { hasSamples: boolean }) {
  return (
    <section aria-label="Trust index" className="mt-9 rounded-2xl bg-white p-6 sm:px-9">
      <p className="text-lg">
        {hasSamples
          ? "The reviews below are samples. Have we worked for you? Please review us on Google."
          : "Have we worked for you? Be the first to review us on Google."}
      </p>
      <p hidden>
        The average starts at {average} with <span className="tabular-nums">0 reviews</span> and is calculated from the
        first verified review.
      </p>
    </section>
  );
}
