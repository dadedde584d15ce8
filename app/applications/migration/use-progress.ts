import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { MigrationProgress } from "./progress";

const askEvery = 1000;

/**
 * A run's figures, requested every second while it runs and the page is visible. When the run is over the page reloads
 * its data. A request that fails (offline, the server away) is repeated a second later.
 */
export function useMigrationProgress(run: MigrationProgress): MigrationProgress {
  const { revalidate } = useRevalidator();
  const [latest, setLatest] = useState(run);
  const { id, state } = run;

  useEffect(() => {
    if (state !== "running") return;
    let busy = false;
    let over = false;
    async function ask() {
      if (busy || over || document.visibilityState !== "visible") return;
      busy = true;
      try {
        const response = await fetch("/admin/migration/progress", { headers: { Accept: "application/json" } });
        const now: MigrationProgress | null = response.ok ? await response.json() : null;
        if (over) return;
        if (now?.id === id) setLatest(now);
        if (response.status === 401 || (now && (now.id !== id || now.state !== "running"))) {
          over = true;
          await revalidate();
        }
      } catch {
        // The next round asks again.
      } finally {
        busy = false;
      }
    }
    const timer = setInterval(ask, askEvery);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [id, state, revalidate]);

  return state === "running" ? latest : run;
}
