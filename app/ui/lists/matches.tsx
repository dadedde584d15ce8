import { useEffect, useState } from "react";

export type MatchesProps = {
  /** Null: more than the page waited for. */
  count: number | null;
  singular: string;
  plural: string;
  /** Returns the number if `count` is null. */
  counted: string;
};

/** Requests a number that the page did not wait for. */
function useCount(count: number | null, counted: string): number | null {
  const [late, setLate] = useState<{ of: string; count: number } | null>(null);
  useEffect(() => {
    if (count !== null) return;
    const stop = new AbortController();
    fetch(counted, { redirect: "error", signal: stop.signal })
      .then(async (response) => {
        const { count: found } = await response.json();
        if (typeof found === "number") setLate({ of: counted, count: found });
      })
      .catch(() => undefined);
    return () => stop.abort();
  }, [count, counted]);
  return count ?? (late?.of === counted ? late.count : null);
}

/** The exact number of matching rows: `1,284 applications`. */
export function Matches({ count: knownCount, singular, plural, counted }: MatchesProps) {
  const count = useCount(knownCount, counted);
  const text =
    count === null
      ? `More than 1,000 ${plural}`
      : `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;
  return (
    <p role="status" data-count className="text-sm text-stone tabular-nums">
      {text}
    </p>
  );
}
