import { Globe } from "lucide-react";
import { countryInWords, countryParam, findCountry } from "~/catalogue/public/country-param";
import { activeServicesData } from "~/catalogue/public/service-data";
import { ServiceTicket } from "~/catalogue/service-ticket";
import { activeServices, allCountries } from "~/catalogue/services.server";
import { readBlock } from "~/content/read.server";
import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { breadcrumbData } from "~/content/seo/structured-data";
import { visitContext } from "~/ground/visit";
import { Flag } from "~/ui/brand/flag";
import { ButtonLink } from "~/ui/button";
import { CallToAction } from "~/ui/call-to-action";
import { FilterLinks } from "~/ui/lists/filter-links";
import { ResultCount } from "~/ui/lists/result-count";
import { EmptyState } from "~/ui/notices/empty-state";
import { PageHero } from "~/ui/page-hero";
import { stillPage } from "~/ui/still-page";
import type { Route } from "./+types/services";

export const handle = stillPage;

const trail = [{ label: "Visa Services" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const param = url.searchParams.get("country")?.trim() ?? "";
  const [head, services, countries] = await Promise.all([
    pageHead(visit, "/services"),
    readBlock(visit, "the services", activeServices(), []),
    readBlock(visit, "the countries", allCountries(), []),
  ]);
  const chosen = findCountry(countries, param);
  // Only the spelling of our own links is cached, or each spelling would take a place in the cache.
  if (param && (!chosen || param !== param.toLowerCase())) visit.cacheable = false;
  return {
    head: withData(head, [activeServicesData(services, visit.origin), breadcrumbData(trail, visit.origin)]),
    services: param ? services.filter(({ country }) => country && country.code === chosen?.code) : services,
    countries: countries.map((country) => ({ name: country.name, code: country.code, param: countryParam(country) })),
    chosen: param ? (chosen?.code ?? "") : null,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

export default function Services({ loaderData: { services, countries, chosen } }: Route.ComponentProps) {
  const country = countries.find(({ code }) => code === chosen);
  const links = [
    {
      to: "/services",
      label: "All Countries",
      before: <Globe aria-hidden className="size-4.5" />,
      current: chosen === null,
    },
    ...countries.map(({ name, code, param }) => ({
      to: `/services?country=${param}`,
      label: name,
      before: <Flag code={code} className="w-5" />,
      current: code === chosen,
    })),
  ];
  return (
    <>
      <PageHero
        trail={trail}
        eyebrow="Visa services"
        title="Choose your destination"
        lead="What each visa asks for, how long it takes and what it costs. If you are not sure which one is yours, ask us: the first 30 minutes are free."
        seed="services"
      />
      <div className="page pt-8">
        <FilterLinks label="Filter by country" links={links} />
      </div>
      <section aria-labelledby="results" className="page pt-10 sm:pt-12">
        <h2 id="results" className="text-3xl">
          {country
            ? `Visas for ${countryInWords(country.name)}`
            : chosen === null
              ? "All visa services"
              : "No such destination"}
        </h2>
        <ResultCount
          count={services.length}
          one="service"
          many="services"
          by={country ? `for ${countryInWords(country.name)}` : undefined}
          className="mt-1.5"
        />
        {services.length > 0 ? (
          <ul className="mt-8 grid gap-6 md:grid-cols-2 xl:grid-cols-3">
            {services.map((service) => (
              <li key={service.id} className="min-w-0">
                <ServiceTicket service={service} quiet />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            level={3}
            seed="no-services"
            title="No services found for the selected country."
            action={
              <>
                <ButtonLink to="/services">All Countries</ButtonLink>
                <ButtonLink to="/contact" variant="outline">
                  Ask us about it
                </ButtonLink>
              </>
            }
            className="mt-8 rounded-2xl bg-sand"
          >
            We may still be able to help: tell us where you are going.
          </EmptyState>
        )}
      </section>
      <CallToAction
        title="Not sure which one is yours?"
        text="Tell us your passport, your destination and your dates. We answer within one business day, and the first 30 minutes are free."
        to="/contact"
        label="Ask a consultant"
        other={{ to: "/faqs", label: "Read the questions" }}
      />
    </>
  );
}
