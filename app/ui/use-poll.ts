import { useEffect, useEffectEvent } from "react";

/**
 * Polls an address every so many milliseconds, and when the page becomes visible, but not while it is hidden; null
 * stops. `onAnswer` gets the status, and the body of a success; false ends it. After a failed request (offline, signed
 * out, restart) polling continues.
 */
export function usePoll<Body>(
  path: string | null,
  interval: number,
  onAnswer: (status: number, body: Body | undefined) => Promise<unknown>,
): void {
  const handle = useEffectEvent(onAnswer);
  useEffect(() => {
    if (path === null) return;
    const url = path;
    let isBusy = false;
    let isStopped = false;
    async function poll() {
      if (isBusy || isStopped || document.visibilityState !== "visible") return;
      isBusy = true;
      try {
        const response = await fetch(url, { headers: { Accept: "application/json" }, redirect: "error" });
        const body: Body | undefined = response.ok ? await response.json() : undefined;
        if (!isStopped && (await handle(response.status, body)) === false) isStopped = true;
      } catch {
        // The next request tries again.
      } finally {
        isBusy = false;
      }
    }
    const timer = setInterval(poll, interval);
    document.addEventListener("visibilitychange", poll);
    return () => {
      isStopped = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", poll);
    };
  }, [path, interval]);
}
