import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { listHref } from "~/ui/lists/list-filter";
import { PageLink } from "~/ui/page-link";

export type Neighbours = {
  previous: string | null;
  next: string | null;
  /** A change may have removed it from the list: it keeps its neighbors. */
  isListed: boolean;
  /** Null: so far down, or of so many, that its page did not wait for the number. */
  place: number | null;
  count: number | null;
  address: Record<string, string | undefined>;
};

export type NeighbourLinksProps = {
  id: string;
  neighbours: Neighbours;
  /** The list, and its URL as it was opened; the neighbors return to it as well. */
  list: string;
  closeTo: string;
};

const number = (n: number) => n.toLocaleString("en-US");

export function NeighbourLinks({ id, neighbours, list, closeTo }: NeighbourLinksProps) {
  const { previous, next, isListed } = neighbours;
  const { place, count } = useNumbers(id, neighbours, list);
  const to = (neighbourId: string | null) => neighbourId && `${list}/${neighbourId}${closeTo.slice(list.length)}`;
  const known = place !== null && count !== null;
  const text = known
    ? isListed
      ? `${number(place)} of ${number(count)}`
      : `No longer in this list of ${number(count)}`
    : "";
  return (
    <nav aria-label="In the list" className="flex flex-wrap items-center gap-x-1 no-print">
      <Step to={to(previous)} rel="prev">
        <ChevronLeft aria-hidden />
        Previous
      </Step>
      <span className="px-1 text-xs text-stone tabular-nums">{text}</span>
      <Step to={to(next)} rel="next">
        Next
        <ChevronRight aria-hidden />
      </Step>
    </nav>
  );
}

/** Requests numbers that the page did not wait for. */
function useNumbers(id: string, { place, count, isListed, address }: Neighbours, list: string) {
  const [late, setLate] = useState<{ of: string; place: number; count: number } | null>(null);
  const countHref = place === null || count === null ? listHref(`${list}/count`, { ...address, beside: id }) : null;
  useEffect(() => {
    if (countHref === null) return;
    const stop = new AbortController();
    fetch(countHref, { redirect: "error", signal: stop.signal })
      .then(async (response) => {
        const found = await response.json();
        if (typeof found.count === "number" && typeof found.place === "number") setLate({ of: countHref, ...found });
      })
      .catch(() => undefined);
    return () => stop.abort();
  }, [countHref]);
  return late && late.of === countHref ? late : { place: isListed ? place : (place ?? 0), count };
}

const look =
  "inline-flex min-h-9 items-center gap-1 rounded-md px-2 text-sm font-semibold [&_svg]:size-4 max-md:min-h-11";

function Step({ to, rel, children }: { to: string | null; rel: string; children: ReactNode }) {
  if (!to)
    return (
      <span aria-hidden className={`${look} text-stone`}>
        {children}
      </span>
    );
  return (
    <PageLink to={to} rel={rel} className={`${look} text-ink hover:bg-foam hover:text-ink`}>
      {children}
    </PageLink>
  );
}
