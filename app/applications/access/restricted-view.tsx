import { calendarLongDate } from "~/ground/time";
import { StatusBadge } from "~/ui/lists/status-badge";
import { Banner } from "~/ui/notices/banner";
import type { findRestrictedCase } from "./restricted.server";
import { QuietPage } from "./open-views";

type Restricted = NonNullable<Awaited<ReturnType<typeof findRestrictedCase>>>;

/** The page of a case that must be kept and is not worked with any more (V-ERASE-4). */
export function RestrictedView({ number, serviceName, status, until }: Restricted) {
  const rows = [
    ["Application number", <span className="font-mono">{number}</span>],
    ["Service", serviceName],
    ["Status", <StatusBadge status={status} />],
  ] as const;
  return (
    <QuietPage title="Your application">
      <Banner tone="info" className="mt-7" title={`Restricted until ${calendarLongDate(until)}`}>
        As you asked, nobody works with it any more. The law has us keep it until that day; then it is erased.
      </Banner>
      <dl className="mt-8 grid gap-x-6 gap-y-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-stone">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </QuietPage>
  );
}
