import { ArrowRight, CalendarDays, Clock, type LucideIcon, Stamp, TicketCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { ServiceDetail } from "~/catalogue/services.server";
import type { FormattedTier } from "~/catalogue/tiers.server";
import { usd } from "~/core/prices/money";
import { feeConfirmed } from "~/core/prices/price";
import { ButtonLink } from "~/ui/button";
import { unbroken } from "~/ui/unbroken";

type ServiceAsideProps = { service: ServiceDetail; tiers: readonly FormattedTier[] };

/**
 * The side column: the price, sticky below the header. In a low window its middle scrolls, so that the button is always
 * reachable. On phones it comes before the text.
 */
export function ServiceAside({ service, tiers }: ServiceAsideProps) {
  return (
    <aside
      aria-label="At a glance"
      className="min-w-0 max-lg:order-first lg:col-start-2 lg:row-start-1 lg:-mt-24 lg:pb-10 xl:-mt-40"
    >
      <div
        data-price-card
        className="on-dark z-10 flex flex-col overflow-hidden rounded-2xl bg-navy shadow-lg lg:sticky lg:top-17 lg:max-h-[calc(100svh-5.25rem)] print:border print:border-edge print:shadow-none"
      >
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: in a low window it scrolls, by keys as well.
          tabIndex={0}
          aria-label="Price and facts"
          className="min-h-0 p-6 outline-offset-[-3px] sm:p-7 lg:overflow-y-auto lg:overscroll-y-auto"
        >
          <Price service={service} tiers={tiers} />
          <QuickInfo service={service} />
        </section>
        <div className="no-print border-t border-white/15 px-6 pt-5 pb-6 sm:px-7">
          <ButtonLink
            to={`/apply?service=${service.id}`}
            variant="gold"
            size="lg"
            wide
            after={<ArrowRight aria-hidden />}
          >
            Apply Now<span className="sr-only"> for {service.serviceName}</span>
          </ButtonLink>
          <p className="mt-3 text-center text-xs text-foam">Saved as you go, on any device.</p>
        </div>
      </div>
    </aside>
  );
}

/** On phones, price and apply button are fixed at the bottom while the card is out of view. */
export function PriceBar({ service }: Pick<ServiceAsideProps, "service">) {
  return (
    <div
      data-price-bar
      className="no-print sticky bottom-0 z-20 border-t border-line bg-white/95 px-4 py-2.5 not-data-shown:invisible lg:hidden"
    >
      <ButtonLink to={`/apply?service=${service.id}`} variant="gold" size="lg" wide>
        {service.said.amount} · Apply<span className="sr-only"> for {service.serviceName}</span>
      </ButtonLink>
    </div>
  );
}

function Price({ service, tiers }: { service: ServiceDetail; tiers: readonly FormattedTier[] }) {
  const { amount, split, further } = service.said;
  const prices = tiers.length > 0 ? tiers : [service.price];
  const confirmed = feeConfirmed(prices);
  return (
    <>
      <h2 className="eyebrow text-gold">{tiers.length > 0 ? "Prices" : "Price"}</h2>
      <p className="mt-1.5 font-display text-[3.25rem] cramped:text-[2rem] font-semibold leading-none tracking-[-0.02em] text-white lining-nums">
        {service.price.isFrom ? <span className="text-[0.55em]">From </span> : null}
        {Number(service.price.total) === 0 ? amount : usd(service.price.total)}
        <span className="ml-2 whitespace-nowrap font-sans text-sm font-medium tracking-normal text-foam">USD</span>
      </p>
      <p className="mt-2.5 text-sm text-foam">{unbroken(split)}</p>
      {further ? <p className="mt-1 text-sm font-semibold text-white">{unbroken(further)}</p> : null}
      {tiers.length > 0 ? (
        <dl className="mt-4 divide-y divide-white/15 border-t border-white/15">
          {tiers.map((tier) => (
            <div key={tier.id} className="grid grid-cols-[minmax(0,1fr)_auto] cramped:grid-cols-1 gap-x-4 py-2.5">
              <dt className="font-semibold text-white">{tier.name}</dt>
              <dd className="font-display text-xl font-semibold leading-none text-white lining-nums tabular-nums not-cramped:row-start-1 not-cramped:[grid-column:2]">
                {tier.amount}
              </dd>
              <dd className="col-span-full mt-0.5 text-xs leading-snug text-foam">{unbroken(tier.split)}</dd>
              {tier.description ? (
                <dd className="col-span-full mt-0.5 text-xs leading-snug text-foam">
                  <DescriptionOfTier tier={tier} />
                </dd>
              ) : null}
            </div>
          ))}
        </dl>
      ) : null}
      {confirmed ? (
        <FeeNote>
          {tiers.length > 0
            ? "Each price says what goes to us and what to the government. We confirm the government’s part before you pay."
            : confirmed}
        </FeeNote>
      ) : null}
    </>
  );
}

/** A tier's description; services that it names are linked. */
function DescriptionOfTier({ tier: { description, named } }: { tier: FormattedTier }) {
  const [service] = named;
  const index = service ? description.indexOf(service.name) : -1;
  if (!service || index < 0) return unbroken(description);
  return (
    <>
      {unbroken(description.slice(0, index))}
      <a href={`/visa/${service.slug}`} className="underline underline-offset-2 hover:text-white">
        {service.name}
      </a>
      {unbroken(description.slice(index + service.name.length))}
    </>
  );
}

function FeeNote({ children }: { children: ReactNode }) {
  return <p className="mt-3 rounded-md bg-white/8 px-3.5 py-2.5 text-xs text-foam">{children}</p>;
}

function QuickInfo({ service }: { service: ServiceDetail }) {
  const facts: [LucideIcon, string, string | null][] = [
    [Clock, "Processing time", service.processingTime],
    [CalendarDays, "Max stay", service.maxStay],
    [Stamp, "Validity period", service.validityPeriod],
    [TicketCheck, "Entry type", service.entryType],
  ];
  return (
    <dl className="mt-5 grid gap-3 border-t border-white/15 pt-5 text-sm">
      {facts.map(([Icon, label, value]) =>
        value ? (
          <div
            key={label}
            className="grid grid-cols-[auto_auto_minmax(0,1fr)] cramped:grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3"
          >
            <Icon aria-hidden className="mt-0.5 size-4.5 text-shallows" />
            <dt className="text-foam">{label}</dt>
            <dd className="text-right font-semibold text-white cramped:col-start-2 cramped:text-left">
              {unbroken(value)}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
