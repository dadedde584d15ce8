import { QuietPage } from "~/applications/access/quiet-page";
import { calendarLongDate } from "~/core/time";
import { StatusBadge } from "~/ui/lists/status-badge";
import { Banner } from "~/ui/notices/banner";
import type { findRestrictedCase } from "./find-restricted.server";

type Restricted = NonNullable<Awaited<ReturnType<typeof findRestrictedCase>>>;

export function RestrictedView({ number, serviceName, status, until }: Restricted) {
  return (
    <QuietPage title="Your application">
      <Banner tone="info" className="mt-7" title={`Restricted until ${calendarLongDate(until)}`}>
        As you asked, we’ve stopped using this application. The law requires us to keep it until that date; then we’ll
        erase it.
      </Banner>
      <dl className="mt-8 grid gap-x-6 gap-y-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <dt className="text-stone">Application number</dt>
        <dd className="font-mono">{number}</dd>
        <dt className="text-stone">Service</dt>
        <dd>{serviceName}</dd>
        <dt className="text-stone">Status</dt>
        <dd>
          <StatusBadge status={status} />
        </dd>
      </dl>
    </QuietPage>
  );
}
