import { ArrowRight, Check, ChevronDown } from "lucide-react";
import type { ServiceCard } from "~/catalogue/services.server";
import { Flag } from "~/ui/brand/flag";
import { ButtonLink } from "~/ui/button";
import { PageLink } from "~/ui/page-link";
import { TicketCard } from "~/ui/ticket-card";
import { unbroken } from "~/ui/unbroken";

function Figure({ label, value, notes = [] }: { label: string; value: string; notes?: readonly string[] }) {
  return (
    <div className="ticket-figure">
      <dt>{label}</dt>
      <dd>{value}</dd>
      {notes.map((note) => (
        <dd key={note}>{unbroken(note)}</dd>
      ))}
    </div>
  );
}

/** The first three requirements, and the number of the others. */
function Requirements({ of: { requirements, requirementCount } }: { of: ServiceCard }) {
  const more = requirementCount - requirements.length;
  return (
    <ul aria-label="What you need" className="ticket-documents">
      {requirements.map((requirement) => (
        <li key={requirement}>
          <Check aria-hidden />
          <span>{requirement}</span>
        </li>
      ))}
      {more > 0 ? <li className="pl-7.5 font-medium text-sea-ink">+{more} more</li> : null}
    </ul>
  );
}

/**
 * A service as a ticket: requirements above, price and time below. On phones the requirements are collapsed, or a list
 * of tickets would be screens long.
 */
export function ServiceTicket({ service }: { service: ServiceCard }) {
  const { id, slug, name, country, description, requirements, said, processingTime } = service;
  const { amount, split, further } = said;
  return (
    <TicketCard
      seed={slug}
      className="ticket-listed @container h-full"
      stub={
        <div className="ticket-offer">
          <dl>
            <Figure label="Price" value={amount} notes={[split, further].filter(Boolean)} />
            {processingTime ? <Figure label="Processing time" value={processingTime} /> : null}
          </dl>
          <ButtonLink
            to={`/apply?service=${id}`}
            variant="outline"
            aria-label={`Apply for ${name}`}
            after={<ArrowRight aria-hidden />}
            className="relative"
          >
            Apply
          </ButtonLink>
        </div>
      }
    >
      {country ? (
        <p className="ticket-country">
          <Flag code={country.code} />
          {country.name}
        </p>
      ) : null}
      <h3 className="ticket-title">
        <PageLink to={`/visa/${slug}`}>{name}</PageLink>
      </h3>
      <p className="ticket-description">{unbroken(description)}</p>
      {requirements.length > 0 ? (
        <details className="group unfolds-on-phones relative">
          <summary className="inline-flex min-h-9 items-center gap-2 rounded-xs text-sm font-semibold text-sea-ink underline underline-offset-4">
            What you need
            <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
          </summary>
          <Requirements of={service} />
        </details>
      ) : null}
    </TicketCard>
  );
}
