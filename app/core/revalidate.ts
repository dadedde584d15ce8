import type { ShouldRevalidateFunctionArgs } from "react-router";

/** A route's `shouldRevalidate`: also after a refused POST, so that the page shows what others have changed. */
export const revalidateAfterPost = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" || defaultShouldRevalidate;

/**
 * Headers of a redirect to a URL that differs from the current one only in its hash: React Router would treat it as a
 * jump within the page, and skip the loaders.
 */
export const revalidateHeaders = { "X-Remix-Revalidate": "yes" };
