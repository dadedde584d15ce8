import type { ReactNode } from "react";
import { PageLink } from "~/ui/page-link";

export type FilterLink = { to: string; label: string; before?: ReactNode; current: boolean };

/** A single choice as links: every option has a URL, works without JavaScript and can be shared. */
export function FilterLinks({ label, links }: { label: string; links: readonly FilterLink[] }) {
  return (
    <nav id="filter" aria-label={label} className="no-print">
      <ul className="flex flex-wrap gap-2">
        {links.map(({ to, label: name, before, current }) => (
          <li key={to}>
            <PageLink
              // The next page starts at its list.
              to={`${to}#filter`}
              aria-current={current ? "true" : undefined}
              className="inline-flex min-h-11 items-center gap-2 rounded-full sm:gap-2.5 border border-edge/60 bg-white px-3.5 text-sm sm:px-4.5 font-semibold text-ink transition-colors duration-150 hover:border-navy hover:bg-foam aria-[current]:border-navy aria-[current]:bg-navy aria-[current]:text-white"
            >
              {before}
              {name}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
