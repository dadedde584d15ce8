const key = "lucaya-session";

/** One id for all views of this tab (P-DETAIL-14); without storage each view gets its own. */
function sessionId(): string {
  // Not `crypto.randomUUID`, which is missing where the site is tried without https.
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

/** Reports the view of a service once the page is visible (P-DETAIL-13); nothing waits for it. */
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
