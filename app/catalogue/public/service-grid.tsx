import { Globe } from "lucide-react";
import type { ReactNode } from "react";
import { ServiceTicket } from "~/catalogue/service-ticket";
import type { ServiceCard } from "~/catalogue/services.server";
import { countryPath } from "~/content/seo/page-paths";
import { useFigureSentences } from "~/content/settings/use-figure-sentences";
import { Flag } from "~/ui/brand/flag";
import { ButtonLink } from "~/ui/button";
import { CallToAction } from "~/ui/call-to-action";
import { classNames } from "~/ui/class-names";
import { FilterLinks } from "~/ui/lists/filter-links";
import { ResultCount } from "~/ui/lists/result-count";
import { EmptyState } from "~/ui/notices/empty-state";

type CountryFilterProps = {
  countries: readonly { name: string; code: string; isHidden: boolean }[];
  /** The code of the selected country; null for all, undefined for none of these. */
  chosen: string | null | undefined;
};

/** The countries that aren't hidden, as links to their pages. */
export function CountryFilter({ countries, chosen }: CountryFilterProps) {
  const links = [
    {
      to: "/services",
      label: "All Countries",
      before: <Globe aria-hidden className="size-4.5" />,
      current: chosen === null,
    },
    ...countries
      .filter(({ isHidden }) => !isHidden)
      .map((country) => ({
        to: countryPath(country),
        label: country.name,
        before: <Flag code={country.code} className="w-5" />,
        current: country.code === chosen,
      })),
  ];
  return (
    <div className="page pt-8">
      <FilterLinks label="Filter by country" links={links} />
    </div>
  );
}

type ServiceGridProps = {
  title: string;
  services: readonly ServiceCard[] | null;
  by?: string;
  children: ReactNode;
};

/** Few cards fill the row: one up to readable width, two and four in two columns. */
const columns: Record<number, string> = { 1: "max-w-3xl", 2: "md:grid-cols-2", 4: "md:grid-cols-2" };

export function ServiceGrid({ title, services, by, children }: ServiceGridProps) {
  return (
    <section aria-labelledby="results" className="page pt-10 sm:pt-12">
      <h2 id="results" className="text-3xl">
        {title}
      </h2>
      {services ? (
        <ResultCount count={services.length} singular="service" plural="services" by={by} className="mt-1.5" />
      ) : null}
      {services === null ? (
        <UnreadServices />
      ) : services.length > 0 ? (
        <ul className={classNames("mt-8 grid gap-6", columns[services.length] ?? "md:grid-cols-2 xl:grid-cols-3")}>
          {services.map((service) => (
            <li key={service.id} className="min-w-0">
              <ServiceTicket service={service} />
            </li>
          ))}
        </ul>
      ) : (
        children
      )}
    </section>
  );
}

function UnreadServices() {
  return (
    <EmptyState
      level={3}
      seed="no-services"
      title="We can’t show our services right now."
      action={<ButtonLink to="/contact">Ask us</ButtonLink>}
      className="mt-8 rounded-2xl bg-sand"
    >
      Please reload the page in a minute, or tell us what you need.
    </EmptyState>
  );
}

export function NoServices() {
  return (
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
  );
}

export function WhichVisa() {
  const { consultation, response } = useFigureSentences();
  return (
    <CallToAction
      title="Not sure which one you need?"
      text={`Tell us your passport, your destination and your dates. We answer within ${response}, and the first ${consultation} are free.`}
      to="/contact"
      label="Ask a consultant"
      other={{ to: "/faqs", label: "Read questions and answers" }}
    />
  );
}
