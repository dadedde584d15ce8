import { RefreshCw } from "lucide-react";
import { useFigureSentences } from "~/content/settings/use-figure-sentences";
import type { Review, ReviewBlock } from "~/reviews/reviews.server";
import { Stars } from "~/reviews/stars";
import { TrustIndex } from "~/reviews/trust-index";
import drawings from "~/ui/brand/apart/home.svg";
import { Initials } from "~/ui/brand/guilloche";
import { Button, ButtonLink } from "~/ui/button";
import { SectionHeading } from "~/ui/heading";
import { TextLink } from "~/ui/link";
import { Badge } from "~/ui/lists/badge";
import { EmptyState } from "~/ui/notices/empty-state";
import { unbroken } from "~/ui/unbroken";

export type ReviewsBlockProps = {
  block: ReviewBlock;
  /** For the link to the map. */
  siteName: string;
  place: string;
  title?: string | undefined;
  /** Shown if there are reviews. */
  intro?: string | undefined;
};

/** Reviews by clients. Claims no number that isn't stored: without figures there is no headline. */
export function ReviewsBlock({ block, siteName, place, title, intro }: ReviewsBlockProps) {
  const { reviews, figures, syncToken } = block;
  const { consultationAs } = useFigureSentences();
  const map = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${siteName}, ${place}`)}`;
  return (
    <section aria-labelledby="reviews" className="bg-foam py-16 sm:py-24">
      <div className="page">
        <SectionHeading
          id="reviews"
          eyebrow="Reviews"
          title={title ?? "What clients say"}
          intro={figures.total > 0 ? [headline(figures.total), intro].filter(Boolean).join(". ") : undefined}
          action={
            <TextLink to={map} rel="noopener" look="standalone" arrow>
              Read all reviews on Google Maps
            </TextLink>
          }
        />
        <TrustIndex figures={figures} hasSamples={reviews.length > 0} />
        {reviews.length > 0 ? (
          <ul
            // biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it is a row that scrolls, by keys as well.
            tabIndex={0}
            aria-label="Reviews, newest first"
            className="mt-5 gap-4 max-md:-mx-4 max-md:flex max-md:snap-x max-md:scroll-px-4 max-md:overflow-x-auto max-md:px-4 max-md:pb-3 print:mx-0! print:block! print:overflow-visible! print:px-0! md:grid md:grid-cols-2 md:gap-5 xl:grid-cols-4"
          >
            {reviews.map((review) => (
              <li key={review.id} className="min-w-0 snap-start max-md:w-[82%] max-md:shrink-0 print:w-auto!">
                <ReviewCard review={review} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            level={3}
            seed="reviews"
            drawing={drawings}
            title="No reviews yet"
            action={
              <>
                <ButtonLink to="/contact" variant="outline">
                  Talk to us yourself
                </ButtonLink>
                {syncToken ? <SyncButton token={syncToken} /> : null}
              </>
            }
            className="mt-8 rounded-2xl bg-white"
          >
            The first ones will appear here, word for word. Until then, a free {consultationAs} consultation is the best
            way to find out how we work.
          </EmptyState>
        )}
      </div>
    </section>
  );
}

function headline(total: number): string {
  if (total >= 100) return "Based on 100+ verified Google reviews";
  return `Based on ${total} verified Google ${total === 1 ? "review" : "reviews"}`;
}

/** A long review is collapsed, so that it doesn't stretch its row; it expands without JavaScript, and in print. */
function ReviewText({ text }: { text: string }) {
  if (text.length <= 240) return <p className="mt-4 text-base whitespace-pre-line">{unbroken(text)}</p>;
  return (
    <div className="group/text mt-4">
      <p className="line-clamp-7 text-base whitespace-pre-line group-has-open/text:line-clamp-none print:line-clamp-none">
        {unbroken(text)}
      </p>
      <details className="group no-print mt-1">
        <summary className="inline-flex min-h-8 cursor-pointer items-center rounded-xs text-sm font-semibold text-sea-ink underline-offset-4 hover:underline">
          <span className="group-open:hidden">Read full review</span>
          <span className="hidden group-open:inline">Show less</span>
        </summary>
      </details>
    </div>
  );
}

function ReviewCard({ review: { rating, text, author, photo, age, answer, isSample } }: { review: Review }) {
  return (
    <article className="flex h-full flex-col rounded-2xl bg-white p-6">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <Stars rating={rating} />
        {isSample ? <Badge tone="sand">Sample</Badge> : null}
      </div>
      <ReviewText text={text} />
      {answer ? (
        <p className="mt-4 border-l-2 border-shallows pl-4 text-sm whitespace-pre-line text-stone">
          <span className="block font-semibold text-ink">Our reply</span>
          {answer}
        </p>
      ) : null}
      <div className="mt-auto flex items-center gap-3.5 pt-6">
        {photo ? (
          <img src={photo} alt="" width={44} height={44} loading="lazy" className="size-11 rounded-full object-cover" />
        ) : (
          <Initials name={author.trim().split(/\s+/)[0] ?? author} className="size-11" />
        )}
        <div className="min-w-0">
          <h3 className="[overflow-wrap:anywhere] font-sans text-sm font-semibold tracking-normal text-ink">
            {author}
          </h3>
          <p className="text-sm text-stone">{age}</p>
        </div>
      </div>
    </article>
  );
}

/** Shown while there are no reviews; `site/static-pages/reviews.ts` submits it in place. */
function SyncButton({ token }: { token: string }) {
  return (
    <form method="post" action="/functions/v1/sync-google-reviews" data-sync={token}>
      <Button type="submit" variant="outline" before={<RefreshCw aria-hidden />}>
        Sync Google Reviews
      </Button>
    </form>
  );
}
