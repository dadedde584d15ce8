import { ArrowRight, CalendarDays, Clock, type LucideIcon, Stamp, TicketCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { ServiceDetail } from "~/catalogue/services.server";
import type { SaidTier } from "~/catalogue/tiers.server";
import { CheckedOn } from "~/content/facts/checked-on";
import { usd } from "~/ground/prices/money";
import { ButtonLink } from "~/ui/button";
import { unbroken } from "~/ui/unbroken";

type ServiceAsideProps = {
  service: ServiceDetail;
  tiers: readonly SaidTier[];
  /** Who files the application, where that is not us alone. */
  filing: string | null;
};

/**
 * The side column. Its ticket stays under the header while the page scrolls, and where the window is too low for it,
 * its end with the button does; the notes below pass behind it. On phones the ticket comes before the text, the notes
 * after.
 */
export function ServiceAside({ service, tiers, filing }: ServiceAsideProps) {
  const { importantNotes, processingTimes, note } = service;
  // It hangs from the header, so that nothing shows between the two. The second figure is about its own height.
  const top = `min(3.25rem, calc(100svh - ${tiers.length > 0 ? 35 + tiers.length * 6 : 33}rem))`;
  return (
    <aside
      aria-label="At a glance"
      className="min-w-0 max-lg:contents lg:col-start-2 lg:row-start-1 lg:-mt-24 lg:mb-10 xl:-mt-40"
    >
      <div
        className="on-dark z-10 rounded-2xl bg-navy p-6 shadow-lg print:mb-6 print:border print:border-edge print:shadow-none sm:p-7 max-lg:order-first lg:sticky"
        style={{ top }}
      >
        <Price service={service} tiers={tiers} />
        <QuickInfo service={service} />
        <ButtonLink
          to={`/apply?service=${service.id}`}
          variant="gold"
          size="lg"
          wide
          after={<ArrowRight aria-hidden />}
          className="no-print mt-6"
        >
          Apply Now
        </ButtonLink>
        <p className="no-print mt-3 text-center text-xs text-foam">Saved as you go, on any device.</p>
      </div>
      <div className="rounded-2xl bg-sand p-6 sm:p-7 max-lg:order-last lg:mt-4">
        {processingTimes.length > 1 ? (
          <>
            <h2 className="font-sans text-base font-bold tracking-normal">Processing times</h2>
            <dl className="mt-3 divide-y divide-dune text-sm">
              {processingTimes.map(({ label, time }) => (
                <div key={label} className="flex justify-between gap-5 py-2">
                  <dt className="min-w-0 flex-1 text-stone">{unbroken(label)}</dt>
                  <dd className="max-w-40 shrink-0 text-right font-medium">{unbroken(time)}</dd>
                </div>
              ))}
            </dl>
          </>
        ) : null}
        {importantNotes.length > 0 ? (
          <>
            <h2 className="font-sans text-base font-bold tracking-normal not-first:mt-7">Important notes</h2>
            <ul className="mt-3 grid gap-2.5 text-sm">
              {importantNotes.map((note) => (
                <li key={note} className="border-l-2 border-gold pl-3.5">
                  {unbroken(note)}
                </li>
              ))}
            </ul>
          </>
        ) : null}
        <div className="grid gap-1.5 text-sm text-stone not-first:mt-6">
          {filing ? <p>{filing}</p> : null}
          <p>{note ? <CheckedOn note={note} /> : "Please ask us for the fees in force today."}</p>
        </div>
      </div>
    </aside>
  );
}

function Price({ service, tiers }: { service: ServiceDetail; tiers: readonly SaidTier[] }) {
  const { split, further } = service.said;
  const prices = tiers.length > 0 ? tiers : [service.price];
  const mayChange = prices.some(({ governmentFee }) => governmentFee === null || Number(governmentFee) > 0);
  return (
    <>
      <h2 className="eyebrow text-gold">{tiers.length > 0 ? "Prices" : "Price"}</h2>
      <p className="mt-1.5 font-display text-[3.25rem] font-semibold leading-none tracking-[-0.02em] text-white lining-nums">
        {service.price.isFrom ? <span className="text-[0.55em]">From </span> : null}
        {usd(service.price.total)}
        <span className="ml-2 font-sans text-sm font-medium tracking-normal text-foam">USD</span>
      </p>
      <p className="mt-2.5 text-sm text-foam">{unbroken(split)}</p>
      {further ? <p className="mt-1 text-sm font-semibold text-white">{unbroken(further)}</p> : null}
      {tiers.length > 0 ? (
        <dl className="mt-4 divide-y divide-white/15 border-t border-white/15">
          {tiers.map((tier) => (
            <div key={tier.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5">
              <dt className="font-semibold text-white">{tier.name}</dt>
              <dd className="row-start-1 font-display text-xl font-semibold leading-none text-white lining-nums tabular-nums [grid-column:2]">
                {tier.amount}
              </dd>
              <dd className="col-span-2 mt-0.5 text-xs leading-snug text-foam">{unbroken(tier.split)}</dd>
              {tier.description ? (
                <dd className="col-span-2 mt-0.5 text-xs leading-snug text-foam">
                  <DescriptionOfTier tier={tier} />
                </dd>
              ) : null}
            </div>
          ))}
        </dl>
      ) : null}
      {mayChange ? (
        <FeeNote>
          {tiers.length > 0
            ? "Each price says what goes to us and what to the government. We confirm the government’s part before you pay."
            : "The government sets its fee and may change it. We confirm it with you before you pay."}
        </FeeNote>
      ) : null}
    </>
  );
}

/** A tier's description; a service that it names is a link to its page (L-FACT-19). */
function DescriptionOfTier({ tier: { description, named } }: { tier: SaidTier }) {
  const [service] = named;
  const at = service ? description.indexOf(service.name) : -1;
  if (!service || at < 0) return unbroken(description);
  return (
    <>
      {unbroken(description.slice(0, at))}
      <a href={`/visa/${service.slug}`} className="underline underline-offset-2 hover:text-white">
        {service.name}
      </a>
      {unbroken(description.slice(at + service.name.length))}
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
          <div key={label} className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-start gap-x-3">
            <Icon aria-hidden className="mt-0.5 size-4.5 text-shallows" />
            <dt className="text-foam">{label}</dt>
            <dd className="text-right font-semibold text-white">{unbroken(value)}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
