import { ArrowRight } from "lucide-react";
import type { ServiceLine } from "~/catalogue/services.server";
import { runs } from "~/content/runs";
import { Flag } from "~/ui/brand/flag";
import { PageLink } from "~/ui/page-link";
import { unbroken } from "~/ui/unbroken";

/**
 * Every service by name, one line each, like a board of departures. Neighbours of one country stand together under
 * its flag; the order stays that of the names.
 */
export function ServiceLedger({ services }: { services: readonly ServiceLine[] }) {
  return (
    <ul className="border-t border-navy/80">
      {runs(services, ({ country }) => country?.code ?? "").map(({ items }) => (
        <Group key={items[0]?.id} services={items} />
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
      <PageLink
        to={`/apply?service=${id}`}
        aria-label={`Apply for ${name}`}
        className="relative inline-flex min-h-10 items-center justify-end gap-1.5 rounded-sm text-sm font-semibold text-sea-ink hover:text-navy hover:underline hover:underline-offset-4 max-lg:order-2 lg:col-start-4 lg:row-span-2 lg:row-start-1"
      >
        Apply
        <ArrowRight aria-hidden className="size-4 transition-transform duration-200 hover:translate-x-0.5" />
      </PageLink>
    </li>
  );
}
