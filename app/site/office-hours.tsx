import { hoursLines, hoursZone, type OfficeHours } from "~/content/settings/hours";

/** When the office answers the phone, in the time of Nassau (L-FACT-13). */
export function OfficeHoursTable({ hours }: { hours: OfficeHours }) {
  return (
    <>
      <dl className="divide-y divide-dune">
        {hoursLines(hours).map(({ days, times }) => (
          <div key={days} className="flex justify-between gap-6 py-2.5">
            <dt>{days}</dt>
            <dd className="font-semibold text-navy tabular-nums">{times}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-stone">{hoursZone}.</p>
    </>
  );
}
