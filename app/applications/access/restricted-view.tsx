import { QuietPage } from "~/applications/access/quiet-page";
import { telephoneLink } from "~/core/phones/phone-link";
import { calendarLongDate } from "~/core/time";
import { TextLink } from "~/ui/link";
import { StatusBadge } from "~/ui/lists/status-badge";
import { Banner } from "~/ui/notices/banner";
import type { findRestrictedCase } from "./find-restricted.server";

type Restricted = NonNullable<Awaited<ReturnType<typeof findRestrictedCase>>>;

export function RestrictedView({ number, serviceName, status, until, phone }: Restricted) {
  return (
    <QuietPage title="Your application">
      <Banner tone="info" className="mt-7" title={`Restricted until ${calendarLongDate(until)}`}>
        As you asked, we’ve locked this application away and stopped using it. The law requires us to keep it until that
        date. Then we’ll erase it.
      </Banner>
      <p className="mt-6">
        Do you have questions? Call us at{" "}
        <TextLink to={telephoneLink(phone)} className="whitespace-nowrap">
          {phone}
        </TextLink>{" "}
        or <TextLink to="/contact">write to us</TextLink>.
      </p>
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
