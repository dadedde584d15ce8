import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";

const askEvery = 5_000;

/**
 * Reads the page's data anew once the other side has changed something, while the page is visible (C-BOTH-2). What is
 * being typed stays: fields keep what they hold.
 */
export function useChanges(address: string, seen: string | null): void {
  const { revalidate } = useRevalidator();
  const shown = useRef(seen);
  shown.current = seen;
  const isShown = seen !== null;
  useEffect(() => {
    if (!isShown) return;
    let stopped = false;
    async function ask() {
      if (document.visibilityState !== "visible") return;
      try {
        const answer = await fetch(address, { redirect: "error" });
        if (!answer.ok || stopped) return;
        if ((await answer.json()) !== shown.current) await revalidate();
      } catch {
        // Offline, signed out or restarting: the next request tries again.
      }
    }
    const timer = setInterval(ask, askEvery);
    document.addEventListener("visibilitychange", ask);
    return () => {
      stopped = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [address, isShown, revalidate]);
}
