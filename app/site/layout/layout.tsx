import { Outlet, useLocation } from "react-router";
import { countriesWithServices } from "~/catalogue/services.server";
import { interpolatePageFacts } from "~/content/facts/facts.server";
import { readExtra } from "~/content/read.server";
import { layoutTags, tagsOfError } from "~/content/seo/head";
import { countryPath } from "~/content/seo/page-paths";
import { publicSettings } from "~/content/settings/settings.server";
import { defaultMetadata } from "~/content/texts/default-metadata";
import { requestContext } from "~/core/request-context";
import { SiteShell } from "~/site/layout/shell";
import { unreadSiteName } from "~/site/layout/shell-data";
import type { Route } from "./+types/layout";

/** The data of every public page: settings with defaults, and the menu's destinations. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const [settings, defaults, destinations] = await Promise.all([
    publicSettings(visit),
    interpolatePageFacts(visit, defaultMetadata),
    readExtra(visit, "the destinations of the menu", countriesWithServices(), []),
  ]);
  const countries = destinations.map((country) => ({
    path: countryPath(country),
    name: country.name,
    code: country.code,
  }));
  return {
    settings,
    defaults,
    countries,
    preview: visit.preview && { number: visit.preview.number, title: visit.preview.title },
  };
}

export const links: Route.LinksFunction = () => [
  // Delays the first paint until the header is complete, because a partial one would jump (L-LEAN-6). Browsers differ
  // in whether they wait for the start or the end of this element; it is small, and the first one after the header.
  { rel: "expect", href: "#letterhead", blocking: "render" },
  { rel: "alternate", type: "application/rss+xml", title: "Blog", href: "/blog/feed.xml" },
];

/** The default head; each page's own tags replace these. */
export function meta({ loaderData, error }: Route.MetaArgs) {
  const siteName = loaderData?.settings.siteName ?? unreadSiteName;
  if (error) return tagsOfError(error, siteName);
  return [
    ...layoutTags({ ...loaderData?.defaults, ogType: "website", robots: "index, follow" }, siteName),
    { property: "og:locale", content: "en_US" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

export default function Layout({ loaderData: { settings, countries, preview } }: Route.ComponentProps) {
  return (
    <>
      {preview ? <PreviewBand {...preview} /> : null}
      <SiteShell settings={settings} countries={countries}>
        <Outlet context={settings} />
      </SiteShell>
    </>
  );
}

/** Above a previewed page; gone on the next page, which isn't a preview. */
function PreviewBand({ number, title }: { number: number; title: string }) {
  if (!new URLSearchParams(useLocation().search).has("preview")) return null;
  return (
    <aside
      aria-label="Preview"
      className="no-print border-b-2 border-gold bg-ink px-4 py-2.5 text-center text-sm text-white"
    >
      <strong className="font-semibold">Preview: visitors do not see this yet</strong>{" "}
      <span className="block text-foam sm:inline">
        {title}, version {number}
      </span>
    </aside>
  );
}
