import type { RelatedService } from "~/content/related/related.server";
import { Flag } from "~/ui/brand/flag";
import { PageLink } from "~/ui/page-link";

/** Services with prices as a single column. */
export function RelatedServices({ services }: { services: readonly RelatedService[] }) {
  return (
    <ul className="divide-y divide-dune">
      {services.map(({ slug, name, country, said }) => (
        <li key={slug} className="group/line relative flex items-start gap-3.5 py-3.5">
          {country ? <Flag code={country.code} className="mt-1 w-6 shrink-0" /> : null}
          <div className="min-w-0">
            <PageLink
              to={`/visa/${slug}`}
              className="font-display text-lg leading-snug font-semibold text-navy decoration-gold-deep decoration-2 underline-offset-[0.2em] after:absolute after:inset-0 group-hover/line:underline"
            >
              {name}
            </PageLink>
            {said ? (
              <p className="mt-0.5 text-sm text-stone">
                <span className="font-semibold text-ink tabular-nums">{said.amount}</span>: {said.split}
                {said.further ? `, ${said.further}` : null}
              </p>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
