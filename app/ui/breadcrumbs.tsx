import { ChevronRight } from "lucide-react";
import { PageLink } from "~/ui/page-link";

export type Crumb = { label: string; to?: string | undefined };

/** Always starts with Home; the last one is the page itself and no link. */
export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  const crumbs: Crumb[] = [{ label: "Home", to: "/" }, ...trail];
  return (
    <nav aria-label="Breadcrumb" className="no-print text-sm">
      <ol className="flex flex-wrap items-center gap-x-1.5">
        {crumbs.map(({ label, to }, index) => {
          const last = index === crumbs.length - 1;
          return (
            <li key={`${label} ${to}`} className="flex min-w-0 items-center gap-1.5">
              {to && !last ? (
                <PageLink
                  to={to}
                  className="inline-flex min-h-7 items-center rounded-xs text-sea-ink underline-offset-4 hover:underline in-[.on-dark]:text-foam"
                >
                  {label}
                </PageLink>
              ) : (
                <span aria-current={last ? "page" : undefined} className="text-stone in-[.on-dark]:text-white">
                  {label}
                </span>
              )}
              {last ? null : (
                <ChevronRight aria-hidden className="size-3.5 shrink-0 text-edge in-[.on-dark]:text-shallows" />
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
