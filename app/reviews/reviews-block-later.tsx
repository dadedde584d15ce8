import { lazy, Suspense } from "react";
import type { ReviewsBlockProps } from "~/reviews/reviews-block";
import { loadWithRetries } from "~/ui/load-with-retries";

const Block = lazy(async () => ({
  default: (await loadWithRetries(() => import("~/reviews/reviews-block"))).ReviewsBlock,
}));

/** The reviews stand in the page as the server sends it, far below its opening: their script comes after the page's. */
export function ReviewsBlock(props: ReviewsBlockProps) {
  return (
    <Suspense>
      <Block {...props} />
    </Suspense>
  );
}
