import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url";
import { type ReactNode, useEffect } from "react";
import { data, Links, Meta, Outlet, redirect, Scripts, ScrollRestoration, useMatches } from "react-router";
import { tagsOfError } from "~/content/seo/head";
import { requestContext } from "~/core/request-context";
import { requestContextStorage } from "~/core/request-context-storage.server";
import { ErrorPage, fetchErrorPages } from "~/site/errors/error-page";
import { unreadSiteName } from "~/site/layout/shell-data";
import { isStaticPage } from "~/ui/static-page";
import type { Route } from "./+types/root";
import styles from "./app.css?url";
import mono from "./ui/brand/fonts/plex-mono-400.woff2?url";

/** Tells the shell which route answers: the log holds its pattern, never the URL. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, pattern, params }, next) => {
    const current = context.get(requestContext);
    current.pattern = pattern || "/";
    // No record has such an id, and no redirect could name it.
    if (/[^\x20-\x7e]/.test(params.id ?? ""))
      throw /^\/?apply\//.test(pattern) ? redirect("/apply/start?missing=1") : data(null, { status: 404 });
    return requestContextStorage.run(current, next);
  },
];

export const loader = ({ context }: Route.LoaderArgs) => ({ requestId: context.get(requestContext).requestId });

// The request's id is for the page that says something failed; it need not be fresh on every navigation.
export const shouldRevalidate = () => false;

/** The head of a page that failed above the frames of site and desk. */
export const meta: Route.MetaFunction = ({ error }) => (error ? tagsOfError(error, unreadSiteName) : []);

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "48x48" },
  { rel: "icon", href: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
  ...[figtree, fraunces, mono].map((href) => ({
    rel: "preload",
    as: "font" as const,
    type: "font/woff2",
    href,
    crossOrigin: "anonymous" as const,
  })),
];

export function Layout({ children }: { children: ReactNode }) {
  const loadsReact = !useMatches().some(({ handle }) => isStaticPage(handle));
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#06303f" />
        {/* With a precedence it is written before the preloads: the first paint waits for it, and not for scripts. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        {/* Where no script runs: `My application` for a browser that holds one (N-BEGIN-7). */}
        <noscript>
          <link rel="stylesheet" href="/applications/held" />
        </noscript>
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {loadsReact ? (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function App() {
  useEffect(() => {
    fetchErrorPages().catch(() => undefined);
  }, []);
  return <Outlet />;
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} requestId={loaderData?.requestId} />;
}
