import { useEffect, useState } from "react";
import { z } from "zod";

export type MatchesProps = {
  /** Null: more than the page waited for. */
  count: number | null;
  one: string;
  many: string;
  /** The address that says the number then. */
  counted: string;
};

const answer = z.object({ count: z.number() });

/** The number that a failed or late answer leaves unknown is asked for once the page is there. */
function useCount(count: number | null, counted: string): number | null {
  const [late, setLate] = useState<{ of: string; count: number } | null>(null);
  useEffect(() => {
    if (count !== null) return;
    const stop = new AbortController();
    fetch(counted, { redirect: "error", signal: stop.signal })
      .then(async (response) => setLate({ of: counted, count: answer.parse(await response.json()).count }))
      .catch(() => undefined);
    return () => stop.abort();
  }, [count, counted]);
  return count ?? (late?.of === counted ? late.count : null);
}

/** How many rows match search and filters, exactly: `1,284 applications`. */
export function Matches({ count: given, one, many, counted }: MatchesProps) {
  const count = useCount(given, counted);
  const words =
    count === null ? `More than 1,000 ${many}` : `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
  return (
    <p role="status" data-count className="text-sm text-stone tabular-nums">
      {words}
    </p>
  );
}
