import { isRouteErrorResponse, Outlet, useOutletContext, useRouteLoaderData } from "react-router";
import { FailurePage, MethodNotAllowedPage, NotFoundPage, RefusedPage } from "~/site/errors/error-pages";
import type { Route } from "./+types/in-frame";

/**
 * Between the site's frame and its pages: what fails here stands in the frame, a refused write too, for which the router
 * runs the loaders above the nearest boundary alone (L-HOLD-1).
 */
export default function Pages() {
  return <Outlet context={useOutletContext()} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<{ requestId: string }>("root");
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <NotFoundPage framed={false} />;
  if (status === 405) return <MethodNotAllowedPage framed={false} />;
  const failure = <FailurePage framed={false} requestId={root?.requestId} />;
  return <RefusedPage framed={false} error={error} otherwise={failure} />;
}
