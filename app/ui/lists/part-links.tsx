/** A part of the page: where it is, and what is in it. `waits`: it waits for the reader. */
export type PartLink = { href: string; label: string; note?: string; waits?: boolean };

/** Links to the parts of a long page. */
export function PartLinks({ parts }: { parts: readonly PartLink[] }) {
  return (
    <nav aria-label="On this page" className="no-print">
      <ul className="flex flex-wrap gap-x-1 gap-y-1 max-lg:-mx-2 lg:-ml-2">
        {parts.map(({ href, label, note, waits }) => (
          <li key={href}>
            <a
              href={href}
              className="inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 text-sm font-semibold text-sea-ink hover:bg-foam max-lg:min-h-11"
            >
              {label}
              {note ? (
                <span
                  className={waits ? "rounded-full bg-gold px-1.5 text-xs text-ink" : "text-xs font-normal text-stone"}
                >
                  {note}
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
