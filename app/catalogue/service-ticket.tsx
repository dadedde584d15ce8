import { ArrowRight, Check } from "lucide-react";
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

/** A service as a ticket: what it asks for on top, price and time below. `quiet` where many stand together. */
export function ServiceTicket({ service, quiet = false }: { service: ServiceCard; quiet?: boolean | undefined }) {
  const { id, slug, name, country, description, requirements, requirementCount, said, processingTime } = service;
  const { amount, split, further } = said;
  const more = requirementCount - requirements.length;
  return (
    <TicketCard
      seed={slug}
      className="@container h-full"
      stub={
        <div className="ticket-offer">
          <dl>
            <Figure label="Price" value={amount} notes={[split, further].filter(Boolean)} />
            {processingTime ? <Figure label="Processing time" value={processingTime} /> : null}
          </dl>
          <ButtonLink
            to={`/apply?service=${id}`}
            variant={quiet ? "outline" : "primary"}
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
      <p className="mt-2.5 text-base text-stone">{unbroken(description)}</p>
      {requirements.length > 0 ? (
        <ul aria-label="What you need" className="ticket-documents">
          {requirements.map((requirement) => (
            <li key={requirement}>
              <Check aria-hidden />
              <span>{requirement}</span>
            </li>
          ))}
          {more > 0 ? <li className="pl-7.5 font-medium text-sea-ink">+{more} more</li> : null}
        </ul>
      ) : null}
    </TicketCard>
  );
}
