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
    <ul className="ledger">
      {runs(services, ({ country }) => country?.code ?? "").map(({ items }) => (
        <Group key={items[0]?.id} services={items} />
      ))}
    </ul>
  );
}

function Group({ services }: { services: readonly ServiceLine[] }) {
  const country = services[0]?.country;
  return (
    <li>
      <p>
        {country ? (
          <>
            <Flag code={country.code} />
            {country.name}
          </>
        ) : (
          "Other"
        )}
      </p>
      <ul>
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
    <li className="ledger-line">
      <PageLink to={`/visa/${slug}`} className="ledger-name">
        {name}
      </PageLink>
      <span className="ledger-time">
        <span className="sr-only">Processing time </span>
        {processingTime}
      </span>
      <span className="ledger-price">
        <span className="sr-only">Price </span>
        {amount}
      </span>
      <span className="ledger-split">{unbroken([split, further].filter(Boolean).join(", "))}</span>
      <PageLink to={`/apply?service=${id}`} aria-label={`Apply for ${name}`} className="ledger-apply">
        Apply
        <ArrowRight aria-hidden />
      </PageLink>
    </li>
  );
}
