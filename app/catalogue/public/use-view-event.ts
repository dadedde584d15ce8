import { useEffect } from "react";

const key = "lucaya-session";

/** One number for all views of this tab; without storage each view has its own. */
function sessionId(): string {
  try {
    const kept = sessionStorage.getItem(key);
    if (kept) return kept;
  } catch {
    return newId();
  }
  const made = newId();
  sessionStorage.setItem(key, made);
  return made;
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
    const tell = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", tell);
      try {
        const event = new URLSearchParams({ service, session: sessionId(), referrer: referrer() });
        navigator.sendBeacon("/services/views", event);
      } catch {
        // Not counted.
      }
    };
    document.addEventListener("visibilitychange", tell);
    tell();
    return () => document.removeEventListener("visibilitychange", tell);
  }, [service]);
}
