import { ArrowUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { usePoll } from "~/ui/use-poll";
import type { Arrivals } from "./arrivals.server";

/** Polls every ten seconds for the number of arrivals since the page was loaded. */
function useArrivals(seen: Arrivals, filters: string): Arrivals {
  const [now, setNow] = useState(seen);
  useEffect(() => setNow(seen), [seen]);
  const search = new URLSearchParams(filters);
  search.set("since", seen.since);
  usePoll<Arrivals>(`/admin/applications/arrivals?${search}`, 10_000, async (_, counts) => {
    if (counts) setNow(counts);
  });
  return now;
}

/** "3 new applications" above the list, which reloads only when this link is followed. */
export function ArrivalsLink({ seen, filters, to }: { seen: Arrivals; filters: string; to: string }) {
  const now = useArrivals(seen, filters);
  const { state } = useRevalidator();
  const followed = useRef(false);
  const text = wordsOf(now.started - seen.started, now.submitted - seen.submitted);

  // The reload removes the link, so move the focus to the first row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `seen` is a new object whenever the list is reloaded.
  useEffect(() => {
    if (!followed.current) return;
    followed.current = false;
    document.querySelector<HTMLElement>("[data-row]")?.focus();
  }, [seen]);

  return (
    <div role="status" className="sticky top-20 z-20 flex h-0 justify-end pr-2 md:top-16 md:pr-1 lg:top-13">
      {text ? (
        <Link
          to={to}
          aria-busy={state !== "idle" || undefined}
          onClick={() => {
            followed.current = true;
          }}
          className="absolute -top-3 inline-flex min-h-11 animate-rise items-center gap-2 rounded-full bg-navy px-4 text-sm font-semibold whitespace-nowrap text-white shadow-lg hover:bg-deep md:-top-0.5 md:min-h-7 md:gap-1.5 md:px-3 md:text-xs"
        >
          <ArrowUp aria-hidden className="size-4" />
          {text}
        </Link>
      ) : null}
    </div>
  );
}

function wordsOf(started: number, submitted: number): string {
  const formatCount = (n: number) => (n >= 1000 ? "1,000 or more" : `${n}`);
  return [
    started > 0 ? `${formatCount(started)} new ${started === 1 ? "application" : "applications"}` : "",
    submitted > 0 ? `${formatCount(submitted)} newly submitted` : "",
  ]
    .filter(Boolean)
    .join(", ");
}
