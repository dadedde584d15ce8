import { useEffect, useState } from "react";
import type { Hits } from "./palette.server";

/** The server's results for `q`; null if it didn't respond. */
type Answer = { q: string; hits: readonly Hits[] | null };

/** Debounce in milliseconds. */
const delayMs = 80;

/** The server's results for a search. While `pending`, the previous ones are returned. `again` retries. */
export function useFound(q: string): { hits: readonly Hits[]; pending: boolean; failed: boolean; again: () => void } {
  const [answer, setAnswer] = useState<Answer>();
  const [tries, setTries] = useState(0);
  const pending = answer?.q !== q;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` is only what it runs for.
  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(
      async () => {
        const hits = await fetchHits(q, left.signal);
        if (!left.signal.aborted) setAnswer({ q, hits });
      },
      q === "" ? 0 : delayMs,
    );
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [q, tries]);
  return {
    hits: answer?.hits ?? [],
    pending,
    failed: !pending && answer?.hits === null,
    again() {
      setAnswer(undefined);
      setTries(tries + 1);
    },
  };
}

async function fetchHits(q: string, signal: AbortSignal): Promise<Hits[] | null> {
  try {
    const response = await fetch(`/admin/palette?${new URLSearchParams({ q })}`, { redirect: "error", signal });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
