import { createPath } from "react-router";
import type { Router } from "~/ui/use-router";

/** Between checks whether the server can be reached, in milliseconds. */
const wait = 2_000;

/** What is deferred: the next page, or a reload because something was being sent. */
export type DeferredNavigation = "page" | "send" | null;

let isDeferring = false;
let deferred: DeferredNavigation = null;
const listeners = new Set<() => void>();

export const deferredNavigation = (): DeferredNavigation => deferred;

export function onDeferredNavigation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(now: DeferredNavigation): void {
  deferred = now;
  for (const listener of listeners) listener();
}

/** Whether the router is submitting, by navigation or by a fetcher. */
const isSending = ({ navigation, fetchers }: Router["state"]): boolean =>
  [navigation, ...fetchers.values()].some(({ formMethod = "GET" }) => formMethod !== "GET");

/** Whether the server responds; while it is down a proxy may respond with an error. */
const isReachable = (signal: AbortSignal): Promise<boolean> =>
  fetch("/favicon.svg", { method: "HEAD", cache: "no-store", signal }).then(
    ({ ok }) => ok,
    () => false,
  );

async function openOnceReachable(path: string, waits: DeferredNavigation, signal: AbortSignal): Promise<void> {
  while (!(await isReachable(signal))) {
    if (signal.aborted) return;
    notify(waits);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  if (signal.aborted) return;
  // The browser may restore this page from its cache.
  notify(null);
  location.assign(path);
}

/**
 * When the next page's script can't be loaded, the router reloads the page. Offline that would end in the browser's
 * error page, so the reload is deferred: the page stays, and the next one opens once the server responds. Registered
 * for the life of the document: the component that asked for it may be gone when the script fails. Browsers without the
 * Navigation API reload.
 */
export function deferReloads(router: Router): void {
  if (isDeferring || !window.navigation) return;
  isDeferring = true;
  let over = new AbortController();
  window.navigation.addEventListener("navigate", (event) => {
    if (event.navigationType !== "reload" || event.userInitiated || !event.cancelable) return;
    event.preventDefault();
    over.abort();
    over = new AbortController();
    const { signal } = over;
    const { navigation, location } = router.state;
    const unsubscribe = router.subscribe((now) => {
      if (now.navigation.location === navigation.location && now.location === location) return;
      unsubscribe();
      over.abort();
      notify(null);
    });
    // If the page's data failed first, the router has left the page already, and says so.
    const path = createPath(navigation.location ?? { ...location, hash: "" });
    openOnceReachable(path, isSending(router.state) ? "send" : "page", signal);
  });
}
