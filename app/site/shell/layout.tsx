import { isRouteErrorResponse, Outlet, useRouteLoaderData } from "react-router";
import { countriesWithServices } from "~/catalogue/services.server";
import { readExtra } from "~/content/read.server";
import { layoutTags } from "~/content/seo/head";
import { countryPath } from "~/content/seo/page-paths";
import { publicSettings } from "~/content/settings/settings.server";
import { visitContext } from "~/ground/visit";
import { ErrorPage } from "~/site/errors/error-page";
import { SiteShell } from "~/site/shell/shell";
import { unreadSiteName } from "~/site/shell/shell-data";
import { defaultMetadata } from "~/site/texts/default-metadata";
import type { Route } from "./+types/layout";

/** What every public page needs: settings with their fallbacks, and the destinations of the menu. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const [settings, destinations] = await Promise.all([
    publicSettings(visit),
    readExtra(visit, "the destinations of the menu", countriesWithServices(), []),
  ]);
  const countries = destinations.map((country) => ({
    path: countryPath(country),
    name: country.name,
    code: country.code,
  }));
  return { settings, countries };
}

export const links: Route.LinksFunction = () => [
  { rel: "alternate", type: "application/rss+xml", title: "Blog", href: "/blog/feed.xml" },
];

const statusOf = (error: unknown) => (isRouteErrorResponse(error) ? error.status : 500);
const errorTitles = new Map([
  [404, "Page Not Found"],
  [405, "Nothing Can Be Sent to This Page"],
]);

/** The head of a page for which nothing is stored; each page's own tags take the place of these. */
export function meta({ loaderData, error }: Route.MetaArgs) {
  const siteName = loaderData?.settings.siteName ?? unreadSiteName;
  if (error)
    return layoutTags(
      { title: errorTitles.get(statusOf(error)) ?? "Something Went Wrong", robots: "noindex" },
      siteName,
    );
  return [
    ...layoutTags({ ...defaultMetadata, ogType: "website", robots: "index, follow" }, siteName),
    { property: "og:locale", content: "en_US" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

export default function Layout({ loaderData: { settings, countries } }: Route.ComponentProps) {
  return (
    <SiteShell settings={settings} countries={countries}>
      <Outlet context={settings} />
    </SiteShell>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<{ requestId: string }>("root");
  // Without settings there is no shell to stand in; the page then brings a small header of its own.
  const page = <ErrorPage framed={!loaderData} error={error} requestId={root?.requestId} />;
  if (!loaderData) return page;
  return (
    <SiteShell settings={loaderData.settings} countries={loaderData.countries}>
      {page}
    </SiteShell>
  );
}
