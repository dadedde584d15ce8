import { Outlet, useOutletContext, useRouteLoaderData } from "react-router";
import { ErrorPage } from "~/site/errors/error-page";
import type { Route } from "./+types/in-frame";

/**
 * Between the site's frame and its pages: what fails here stands in the frame, a refused write too, for which the
 * router runs the loaders above the nearest boundary alone (L-HOLD-1).
 */
export default function Pages() {
  return <Outlet context={useOutletContext()} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<{ requestId: string }>("root");
  return <ErrorPage framed={false} error={error} requestId={root?.requestId} />;
}
