import type { ServiceLine } from "~/catalogue/services.server";
import { Flag } from "~/ui/brand/flag";
import { ButtonLink } from "~/ui/button";
import { PageLink } from "~/ui/page-link";
import { unbroken } from "~/ui/unbroken";

/** Every service as a row of a departure board, grouped by country: the Bahamas first, others by name. */
export function ServiceLedger({ services }: { services: readonly ServiceLine[] }) {
  const groups = [...Map.groupBy(services, ({ country }) => country?.code ?? "")];
  const sortKey = ([code, [first]]: (typeof groups)[number]) =>
    code === "BS" ? "" : (first?.country?.name ?? "\uffff");
  groups.sort((a, b) => sortKey(a).localeCompare(sortKey(b), "en"));
  return (
    <ul className="ledger">
      {groups.map(([code, ofCountry]) => (
        <Group key={code} services={ofCountry} />
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
      <ButtonLink
        to={`/apply?service=${id}`}
        variant="outline"
        size="sm"
        aria-label={`Apply for ${name}`}
        className="ledger-apply"
      >
        Apply
      </ButtonLink>
    </li>
  );
}
