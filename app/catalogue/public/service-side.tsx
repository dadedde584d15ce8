import { ArrowRight, CalendarDays, Clock, type LucideIcon, Stamp, TicketCheck } from "lucide-react";
import type { ReactNode } from "react";
import { usd } from "~/catalogue/money";
import type { PricingTier, ServiceDetail } from "~/catalogue/services.server";
import { ButtonLink } from "~/ui/button";
import { unbroken } from "~/ui/unbroken";

/**
 * The side column. Its ticket stays under the header while the page scrolls, and where the window is too low for it,
 * its end with the button does; the notes below pass behind it. On phones the ticket comes before the text, the notes
 * after.
 */
export function ServiceAside({ service, tiers }: { service: ServiceDetail; tiers: readonly PricingTier[] }) {
  const { importantNotes, processingTimes } = service;
  const times = Object.entries(processingTimes);
  // It hangs from the header, so that nothing shows between the two. The second figure is about its own height.
  const top = `min(3.25rem, calc(100svh - ${tiers.length > 0 ? 27 + tiers.length * 5 : 33}rem))`;
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
      {times.length > 1 || importantNotes.length > 0 ? (
        <div className="rounded-2xl bg-sand p-6 sm:p-7 max-lg:order-last lg:mt-4">
          {times.length > 1 ? (
            <>
              <h2 className="font-sans text-base font-bold tracking-normal">Processing times</h2>
              <dl className="mt-3 divide-y divide-dune text-sm">
                {times.map(([label, time]) => (
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
        </div>
      ) : null}
    </aside>
  );
}

function Price({ service, tiers }: { service: ServiceDetail; tiers: readonly PricingTier[] }) {
  if (tiers.length > 0)
    return (
      <>
        <h2 className="eyebrow text-gold">Total price</h2>
        <dl className="mt-2 divide-y divide-white/15">
          {tiers.map((tier) => (
            <div key={tier.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5">
              <dt className="font-semibold text-white">{tier.name}</dt>
              <dd className="row-start-1 font-display text-xl font-semibold leading-none text-white lining-nums tabular-nums [grid-column:2]">
                {usd(tier.price)}
              </dd>
              {tier.description ? (
                <dd className="col-span-2 mt-0.5 text-xs leading-snug text-foam">{tier.description}</dd>
              ) : null}
            </div>
          ))}
        </dl>
        <FeeNote>Government fees are confirmed with you at the time of application.</FeeNote>
      </>
    );
  const direct = Number(service.governmentFee) === 0;
  return (
    <>
      <h2 className="eyebrow text-gold">Total price</h2>
      <p className="mt-1.5 font-display text-[3.25rem] font-semibold leading-none tracking-[-0.02em] text-white lining-nums">
        {usd(service.totalPrice)}
        <span className="ml-2 font-sans text-sm font-medium tracking-normal text-foam">USD</span>
      </p>
      <dl className="mt-4 grid gap-1 text-sm text-foam">
        <div className="flex justify-between gap-4">
          <dt>Service fee</dt>
          <dd className="font-medium text-white tabular-nums">{usd(service.serviceFee)}</dd>
        </div>
        {direct ? null : (
          <div className="flex justify-between gap-4">
            <dt>Government fee</dt>
            <dd className="font-medium text-white tabular-nums">{usd(service.governmentFee)}</dd>
          </div>
        )}
      </dl>
      <FeeNote>
        {direct
          ? "The government fee is paid directly to the government and is not part of this price."
          : "The government sets its fee and may change it. We confirm it with you before you pay."}
      </FeeNote>
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
