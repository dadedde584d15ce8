import { ArrowLeft } from "lucide-react";
import { data, isRouteErrorResponse } from "react-router";
import { CheckLink } from "~/catalogue/public/check-link";
import { countryHead, countryTitle } from "~/catalogue/public/country-head";
import { countryOfSlug } from "~/catalogue/public/country-param";
import { activeServicesData } from "~/catalogue/public/service-data";
import { CountryFilter, NoServices, ServiceGrid, WhichVisa } from "~/catalogue/public/service-grid";
import { activeServices, allCountries } from "~/catalogue/services.server";
import { readBlock } from "~/content/read.server";
import { headTags, titleOfError, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { countryPath } from "~/content/seo/page-paths";
import { breadcrumbData } from "~/content/seo/structured-data";
import { NotGovernment } from "~/content/settings/not-government";
import { publicSettings } from "~/content/settings/settings.server";
import { useFigureSentences } from "~/content/settings/use-figure-sentences";
import { countryInSentence } from "~/core/countries/in-sentence";
import { requestContext } from "~/core/request-context";
import { Flag } from "~/ui/brand/flag";
import { ButtonLink } from "~/ui/button";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/country";

export const handle = staticPage;

const missing = "Destination Not Found";

/** `/services/{country}`: the active services of one country; 404 if there is no such country. */
export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  // Invalid slugs need no query.
  if (!/^[a-z0-9-]+$/.test(slug)) throw data(null, { status: 404 });
  const visit = context.get(requestContext);
  const [countries, all, { siteName, said }, stored] = await Promise.all([
    allCountries(),
    readBlock(visit, "the services", activeServices(), null),
    publicSettings(visit),
    pageHead(visit, `/services/${slug}`),
  ]);
  const country = countryOfSlug(countries, slug);
  if (!country) throw data(null, { status: 404 });
  const services = all?.filter((service) => service.country?.code === country.code) ?? null;
  const trail = [{ label: "Visa Services", to: "/services" }, { label: country.name }];
  const own = services?.length ? [activeServicesData(services, visit.origin)] : [];
  return {
    country: { name: country.name, code: country.code },
    countries,
    services,
    trail,
    siteName,
    head: {
      ...withData({ ...countryHead(country.name, services, said), ...stored }, [
        ...own,
        breadcrumbData(trail, visit.origin),
      ]),
      // A failed read doesn't mean that there are none.
      ...(services?.length === 0 || country.isHidden ? { robots: "noindex, follow" } : {}),
    },
  };
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  if (!loaderData) return headTags({ title: titleOfError(error, missing), robots: "noindex" }, matches);
  return headTags(loaderData.head, matches);
}

export default function Country({ loaderData }: Route.ComponentProps) {
  const { country, countries, services, trail, siteName } = loaderData;
  const { consultation } = useFigureSentences();
  const inWords = countryInSentence(country.name);
  const count = services?.length ?? 0;
  return (
    <>
      <PageHero
        trail={trail}
        eyebrow={
          <span className="inline-flex items-center gap-2.5">
            <Flag code={country.code} />
            Visa services
          </span>
        }
        title={countryTitle(country.name)}
        lead={
          count > 1
            ? `What each visa requires, how long it takes and what it costs. If you’re not sure which one you need, ask us: the first ${consultation} are free.`
            : count === 1
              ? `What it requires, how long it takes and what it costs. If you’re not sure you need it, ask us: the first ${consultation} are free.`
              : undefined
        }
        seed={countryPath(country)}
        destination={{ code: country.code, at: "sun" }}
      >
        <CheckLink to={country.code} />
        <NotGovernment siteName={siteName} className="mt-5" />
      </PageHero>
      <CountryFilter countries={countries} chosen={country.code} />
      <ServiceGrid
        title={services?.length === 0 ? "Visa services" : "Documents, times and prices"}
        services={services}
        by={`for ${inWords}`}
      >
        <NoServices />
      </ServiceGrid>
      <WhichVisa />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <PageHero
      trail={[{ label: "Visa Services", to: "/services" }, { label: "Not found" }]}
      seed="missing-country"
      eyebrow="404"
      title={missing}
      lead="We don’t have a destination by that name. See all the destinations we cover."
    >
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/services" size="lg" before={<ArrowLeft aria-hidden />}>
          See all visa services
        </ButtonLink>
        <ButtonLink to="/contact" size="lg" variant="outline">
          Ask us
        </ButtonLink>
      </div>
    </PageHero>
  );
}
