import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { PrivacyState } from "./state.server";

const askEvery = 1000;

/** Whether something goes on that the page follows. */
const isBusy = ({ isRenewing, applications, files }: PrivacyState): boolean =>
  isRenewing || applications.done < applications.total || files.done < files.total;

/**
 * The page's figures, requested every second while something goes on and the page is visible; at its end the page
 * reloads its data. A request that fails (offline, the server away) is repeated a second later.
 */
export function usePrivacyProgress(state: PrivacyState): PrivacyState {
  const { revalidate } = useRevalidator();
  const [latest, setLatest] = useState<PrivacyState | null>(null);
  const busy = isBusy(state);

  useEffect(() => {
    if (!busy) return setLatest(null);
    let asking = false;
    let over = false;
    async function ask() {
      if (asking || over || document.visibilityState !== "visible") return;
      asking = true;
      try {
        const response = await fetch("/admin/privacy/progress", { headers: { Accept: "application/json" } });
        const now: PrivacyState | null = response.ok ? await response.json() : null;
        if (over) return;
        if (now) setLatest(now);
        if (response.status === 401 || response.status === 403 || (now && !isBusy(now))) {
          over = true;
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
  }, [busy, revalidate]);

  return busy && latest ? latest : state;
}
