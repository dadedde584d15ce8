import { useEffect } from "react";

const key = "lucaya-session";

/** One number for all views of this tab; without storage each view has its own. */
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

/** The browser says where the visitor came from once; a page that is reached inside the site was reached from it. */
function referrer(): string {
  const [landed] = performance.getEntriesByType("navigation");
  return landed && new URL(landed.name).pathname === location.pathname ? document.referrer : `${location.origin}/`;
}

/** Tells of the view of a service, once somebody sees the page; nothing waits for it and nothing depends on it. */
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
