import { type ComponentType, lazy, Suspense } from "react";
import type { ReviewsBlockProps } from "~/reviews/reviews-block";

const Block = lazy(async () => ({
  default: await import("~/reviews/reviews-block").then(
    (loaded): ComponentType<ReviewsBlockProps> => loaded.ReviewsBlock,
    (): ComponentType<ReviewsBlockProps> => () => null,
  ),
}));

/** The reviews stand in the page as the server sends it, far below its opening: their script comes after the page's. */
export function ReviewsBlock(props: ReviewsBlockProps) {
  return (
    <Suspense>
      <Block {...props} />
    </Suspense>
  );
}
