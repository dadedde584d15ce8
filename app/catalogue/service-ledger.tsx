import type { ServiceLine } from "~/catalogue/services.server";
import { Flag } from "~/ui/brand/flag";
import { ButtonLink } from "~/ui/button";
import { PageLink } from "~/ui/page-link";
import { unbroken } from "~/ui/unbroken";

/**
 * Every service on a line, like a board of departures: under the flag of its country, the Bahamas first, the others by
 * name (L-LOOK-5).
 */
export function ServiceLedger({ services }: { services: readonly ServiceLine[] }) {
  const groups = [...Map.groupBy(services, ({ country }) => country?.code ?? "")];
  const place = ([code, [first]]: (typeof groups)[number]) => (code === "BS" ? "" : (first?.country?.name ?? "\uffff"));
  groups.sort((one, other) => place(one).localeCompare(place(other), "en"));
  return (
    <ul className="border-t border-navy/80">
      {groups.map(([code, ofCountry]) => (
        <Group key={code} services={ofCountry} />
      ))}
    </ul>
  );
}

function Group({ services }: { services: readonly ServiceLine[] }) {
  const country = services[0]?.country;
  return (
    <li className="grid border-b border-line py-2 md:grid-cols-[12rem_minmax(0,1fr)] md:gap-8">
      <p className="flex items-center gap-3 pt-3 text-sm font-semibold text-sea-ink md:h-14 md:pt-0">
        {country ? (
          <>
            <Flag code={country.code} />
            {country.name}
          </>
        ) : (
          "Other"
        )}
      </p>
      <ul className="min-w-0 divide-y divide-line">
        {services.map((service) => (
          <Line key={service.id} service={service} />
        ))}
      </ul>
    </li>
  );
}

function Line({ service: { id, slug, name, processingTime, said } }: { service: ServiceLine }) {
  const { amount, split, further } = said;
  return (
    <li className="group/line relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-3 lg:min-h-14 lg:grid-cols-[minmax(0,1fr)_11rem_15rem_5rem] lg:gap-x-6 lg:py-2 xl:grid-cols-[minmax(0,1fr)_12.5rem_17.5rem_5.5rem]">
      <PageLink
        to={`/visa/${slug}`}
        className="min-w-0 font-display text-xl font-semibold leading-snug text-navy decoration-gold-deep decoration-2 underline-offset-[0.22em] after:absolute after:inset-0 group-hover/line:underline lg:row-span-2"
      >
        {name}
      </PageLink>
      <span className="text-sm text-balance text-stone max-lg:order-1 lg:row-span-2">
        <span className="sr-only">Processing time </span>
        {processingTime}
      </span>
      <span className="text-right font-display text-xl font-semibold text-navy tabular-nums lining-nums">
        <span className="sr-only">Price </span>
        {amount}
      </span>
      <span className="text-xs text-stone max-lg:order-3 max-lg:col-span-2 max-lg:-mt-1.5 lg:col-start-3 lg:row-start-2 lg:text-right lg:text-balance">
        {unbroken([split, further].filter(Boolean).join(", "))}
      </span>
      <ButtonLink
        to={`/apply?service=${id}`}
        variant="gold"
        size="sm"
        aria-label={`Apply for ${name}`}
        className="max-lg:order-2 lg:col-start-4 lg:row-span-2 lg:row-start-1"
      >
        Apply
      </ButtonLink>
    </li>
  );
}
