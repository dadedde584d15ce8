import { Outlet, useOutletContext, useRouteLoaderData } from "react-router";
import { ErrorPage } from "~/site/errors/error-page";
import type { Route } from "./+types/in-frame";

/**
 * A route between the site's layout and its pages: errors are shown inside the layout, also those of a refused action,
 * after which the router only runs loaders above the nearest boundary.
 */
export default function Pages() {
  return <Outlet context={useOutletContext()} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<{ requestId: string }>("root");
  return <ErrorPage framed={false} error={error} requestId={root?.requestId} />;
}
