import { ArrowRight, Check } from "lucide-react";
import type { ServiceCard } from "~/catalogue/services.server";
import { Flag } from "~/ui/brand/flag";
import { ButtonLink } from "~/ui/button";
import { TicketCard } from "~/ui/card";
import { PageLink } from "~/ui/page-link";
import { unbroken } from "~/ui/unbroken";

function Figure({ label, value, notes = [] }: { label: string; value: string; notes?: readonly string[] }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-stone">{label}</dt>
      <dd className="mt-0.5 font-display text-xl leading-tight font-semibold text-balance text-navy lining-nums">
        {value}
      </dd>
      {notes.map((note) => (
        <dd key={note} className="mt-1 text-xs leading-snug text-balance text-stone">
          {unbroken(note)}
        </dd>
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
        <div className="grid gap-4 @lg:grid-cols-[minmax(0,1fr)_auto] @lg:items-center @lg:gap-6">
          <dl className="grid md:min-h-[4.5rem] grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] items-start gap-x-6 @lg:min-h-0">
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
        <p className="flex items-center gap-2.5 text-sm font-semibold text-sea-ink">
          <Flag code={country.code} />
          {country.name}
        </p>
      ) : null}
      <h3 className="mt-3 text-2xl leading-tight">
        <PageLink
          to={`/visa/${slug}`}
          className="rounded-xs decoration-gold-deep decoration-2 underline-offset-[0.22em] after:absolute after:inset-0 after:rounded-2xl group-hover/ticket:underline"
        >
          {name}
        </PageLink>
      </h3>
      <p className="mt-2.5 text-base text-stone">{unbroken(description)}</p>
      {requirements.length > 0 ? (
        <ul aria-label="What you need" className="mt-5 grid gap-2 text-sm">
          {requirements.map((requirement) => (
            <li key={requirement} className="flex items-start gap-3">
              <Check aria-hidden className="mt-0.5 size-4.5 shrink-0 text-sea" />
              <span className="min-w-0">{requirement}</span>
            </li>
          ))}
          {more > 0 ? <li className="pl-7.5 font-medium text-sea-ink">+{more} more</li> : null}
        </ul>
      ) : null}
    </TicketCard>
  );
}
