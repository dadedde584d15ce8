import { lazy, Suspense } from "react";
import type { ReviewsBlockProps } from "~/reviews/reviews-block";
import { loadWithRetries } from "~/ui/load-with-retries";

const Block = lazy(async () => ({
  default: (await loadWithRetries(() => import("~/reviews/reviews-block"))).ReviewsBlock,
}));

/** The reviews are in the server's HTML, far below the opening, so their script loads after the page's own. */
export function ReviewsBlock(props: ReviewsBlockProps) {
  return (
    <Suspense>
      <Block {...props} />
    </Suspense>
  );
}
