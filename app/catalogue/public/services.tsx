import { redirect } from "react-router";
import { CheckLink } from "~/catalogue/public/check-link";
import { findCountry } from "~/catalogue/public/country-param";
import { activeServicesData } from "~/catalogue/public/service-data";
import { CountryFilter, NoServices, ServiceGrid, WhichVisa } from "~/catalogue/public/service-grid";
import { activeServices, allCountries } from "~/catalogue/services.server";
import { readBlock, readExtra } from "~/content/read.server";
import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { countryPath } from "~/content/seo/page-paths";
import { breadcrumbData } from "~/content/seo/structured-data";
import { NotGovernment } from "~/content/settings/not-government";
import { publicSettings } from "~/content/settings/settings.server";
import { useFigureSentences } from "~/content/settings/use-figure-sentences";
import { requestContext } from "~/core/request-context";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/services";

export const handle = staticPage;

/** The last result, so that old URLs still redirect while the database is unavailable (P-FAIL-2). */
let lastCountries: Awaited<ReturnType<typeof allCountries>> = [];

const trail = [{ label: "Visa Services" }];

/** `/services`; `?country=` redirects permanently to that country's page. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const param = url.searchParams.get("country")?.trim() ?? "";
  const countries = await readExtra(visit, "the countries", allCountries(), lastCountries);
  if (!visit.preview) lastCountries = countries;
  const chosen = findCountry(countries, param);
  if (chosen) throw redirect(countryPath(chosen), 301);
  const [head, services, { siteName }] = await Promise.all([
    pageHead(visit, "/services"),
    readBlock(visit, "the services", activeServices(), null),
    publicSettings(visit),
  ]);
  // Arbitrary parameters must not fill the cache.
  if (param) visit.cacheable = false;
  return {
    head: {
      ...withData(head, [
        ...(services ? [activeServicesData(services, visit.origin)] : []),
        breadcrumbData(trail, visit.origin),
      ]),
      ...(param ? { robots: "noindex, follow" } : {}),
    },
    services: param ? [] : services,
    countries,
    isUnknown: param !== "",
    siteName,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

export default function Services({ loaderData: { services, countries, isUnknown, siteName } }: Route.ComponentProps) {
  const { consultation } = useFigureSentences();
  return (
    <>
      <PageHero
        trail={trail}
        eyebrow="Visa services"
        title="Choose your destination"
        lead={`What each visa requires, how long it takes and what it costs. If you’re not sure which one you need, ask us: the first ${consultation} are free.`}
        seed="services"
      >
        <CheckLink />
        <NotGovernment siteName={siteName} className="mt-5" />
      </PageHero>
      <CountryFilter countries={countries} chosen={isUnknown ? undefined : null} />
      <ServiceGrid title={isUnknown ? "No such destination" : "All visa services"} services={services}>
        <NoServices />
      </ServiceGrid>
      <WhichVisa />
    </>
  );
}
