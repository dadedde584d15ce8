import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";

const askEvery = 1000;

/**
 * The figures of long work, asked for at `address` every second while it runs and the page is visible. At its end the
 * page reloads its data, and so it does when they are not this admin's to read any more. A request that fails (offline,
 * the server away) is repeated a second later.
 */
export function useProgress<Figures>(
  address: string,
  given: Figures,
  isRunning: (figures: Figures) => boolean,
): Figures {
  const { revalidate } = useRevalidator();
  const [latest, setLatest] = useState<Figures | null>(null);
  const runs = useRef(isRunning);
  runs.current = isRunning;
  const running = isRunning(given);

  useEffect(() => {
    if (!running) return setLatest(null);
    let asking = false;
    let over = false;
    async function ask() {
      if (asking || over || document.visibilityState !== "visible") return;
      asking = true;
      try {
        const answer = await fetch(address, { headers: { Accept: "application/json" } });
        const isGone = answer.status >= 400 && answer.status < 500;
        const now: Figures | null = answer.ok ? await answer.json() : null;
        if (over) return;
        if (now) setLatest(now);
        if (isGone || (answer.ok && (now === null || !runs.current(now)))) {
          over = isGone;
          await revalidate();
        }
      } catch {
        // The next round asks again.
      } finally {
        asking = false;
      }
    }
    const timer = setInterval(ask, askEvery);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [address, running, revalidate]);

  return running && latest ? latest : given;
}
