const key = "lucaya-session";

/** One id for all views of this tab; without storage each view gets its own. */
function sessionId(): string {
  // Not `crypto.randomUUID`, which is missing without HTTPS.
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  try {
    const stored = sessionStorage.getItem(key);
    if (!stored) sessionStorage.setItem(key, fresh);
    return stored ?? fresh;
  } catch {
    return fresh;
  }
}

/** Reports the view of a service once the page is visible; nothing waits for it. */
export function sendView() {
  const service = document.querySelector<HTMLElement>("[data-view-of]")?.dataset.viewOf;
  if (!service) return;
  const send = () => {
    if (document.visibilityState !== "visible") return;
    document.removeEventListener("visibilitychange", send);
    navigator.sendBeacon(
      "/services/views",
      new URLSearchParams({ service, session: sessionId(), referrer: document.referrer }),
    );
  };
  document.addEventListener("visibilitychange", send);
  send();
}
