import { officeHours } from "~/content/seo/structured-data";

/** When the office answers the phone, in the time of Nassau. */
export function OfficeHours() {
  return (
    <dl className="divide-y divide-dune">
      {officeHours.map(({ days, time }) => (
        <div key={days} className="flex justify-between gap-6 py-2.5">
          <dt>{days}</dt>
          <dd className="font-semibold text-navy tabular-nums">{time}</dd>
        </div>
      ))}
    </dl>
  );
}
