import { lazy, Suspense } from "react";
import type { ErrorPageProps } from "~/site/errors/error-pages";

/**
 * Prefetches the code of the error pages: after the page's own script, because a working page doesn't need it, and
 * before the connection may be lost.
 */
export const fetchErrorPages = () => import("~/site/errors/error-pages");

const Page = lazy(() =>
  fetchErrorPages()
    .then(({ ErrorPage }) => ({ default: ErrorPage }))
    .catch(() => ({ default: Unfetched })),
);

export const ErrorPage = (props: ErrorPageProps) => (
  <Suspense>
    <Page {...props} />
  </Suspense>
);

/** The fallback if the connection was lost before the code was fetched. */
function Unfetched({ framed = true }: ErrorPageProps) {
  const Element = framed ? "main" : "div";
  return (
    <Element className="page block py-20">
      <h1 className="text-3xl">Something went wrong</h1>
      <p className="mt-4">Anything you saved is safe. Please check your connection and reload the page.</p>
      <button
        type="button"
        onClick={() => location.reload()}
        className="mt-6 min-h-11 font-medium text-sea-ink underline underline-offset-4"
      >
        Reload the page
      </button>
    </Element>
  );
}
