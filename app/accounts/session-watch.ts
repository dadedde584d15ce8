import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { loginPath } from "~/accounts/own-path";
import type { SessionState } from "~/accounts/session";

const checkEvery = 30_000;
const refreshWithin = 90_000;
const firstRetry = 200;

/**
 * While a staff page is open: asks every 30 seconds, and when the page is looked at again, who is signed in; refreshes
 * the session in its last 90 seconds; tries a failed refresh again after 200 ms, and after twice as long each time.
 * Nobody signed in any more, here or in another tab: to the sign-in page. Somebody else: the page is read anew.
 */
export function useSessionWatch(email: string, role: string) {
  const { revalidate } = useRevalidator();
  const changed = useEffectEvent((now: SessionState) => now.email !== email || now.role !== role);

  useEffect(() => {
    let stopped = false;
    let busy = false;
    let expiresAt = Number.POSITIVE_INFINITY;

    async function ask(method: "GET" | "POST"): Promise<SessionState | null> {
      const response = await fetch("/admin/session", { method, headers: { Accept: "application/json" } });
      if (response.status === 401) leave();
      if (response.status === 403) revalidate();
      if (response.status === 401 || response.status === 403) return null;
      if (!response.ok) throw new Error(`the session check answered ${response.status}`);
      return response.json();
    }

    async function refresh() {
      for (let wait = firstRetry; !stopped && Date.now() < expiresAt; wait *= 2) {
        try {
          return await ask("POST");
        } catch {
          await new Promise((resolve) => setTimeout(resolve, wait));
        }
      }
      return null;
    }

    async function check() {
      if (busy || stopped) return;
      busy = true;
      try {
        let now = await ask("GET");
        if (now) expiresAt = now.expiresAt;
        if (now && expiresAt - Date.now() <= refreshWithin) now = await refresh();
        if (now && !stopped && changed(now)) revalidate();
      } catch {
        // Offline or the server is away: the next check asks again.
      } finally {
        busy = false;
      }
    }

    function leave() {
      if (stopped) return;
      stopped = true;
      location.replace(loginPath(`${location.pathname}${location.search}`));
    }
    const seen = () => {
      if (document.visibilityState === "visible") check();
    };
    const timer = setInterval(check, checkEvery);
    document.addEventListener("visibilitychange", seen);
    return () => {
      stopped = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [revalidate]);
}
