import { useEffect } from "react";

const key = "lucaya-session";

/** One id for all views of this tab; without storage each view gets its own. */
function sessionId(): string {
  try {
    const stored = sessionStorage.getItem(key);
    if (stored) return stored;
  } catch {
    return newId();
  }
  const created = newId();
  sessionStorage.setItem(key, created);
  return created;
}

/** Not `crypto.randomUUID`, which is missing where the site is tried without https. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** `document.referrer` is that of the first page; later pages were reached from the site itself. */
function referrer(): string {
  const [landed] = performance.getEntriesByType("navigation");
  return landed && new URL(landed.name).pathname === location.pathname ? document.referrer : `${location.origin}/`;
}

/** Reports the view of a service once the page is visible; nothing waits for it. */
export function useViewEvent(service: string): void {
  useEffect(() => {
    const send = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", send);
      try {
        const event = new URLSearchParams({ service, session: sessionId(), referrer: referrer() });
        navigator.sendBeacon("/services/views", event);
      } catch {
        // Not counted.
      }
    };
    document.addEventListener("visibilitychange", send);
    send();
    return () => document.removeEventListener("visibilitychange", send);
  }, [service]);
}
