import { createPath } from "react-router";
import type { Router } from "~/ui/use-router";

/** How long to wait before asking again whether the server can be reached, in milliseconds. */
const wait = 2_000;

/** What waits: the next page, or one that is loaded anew because something was being sent. */
export type DeferredNavigation = "page" | "send" | null;

let isHolding = false;
let held: DeferredNavigation = null;
const listeners = new Set<() => void>();

/** What a reload is held back for because the server can't be reached. */
export const deferredNavigation = (): DeferredNavigation => held;

export function onDeferredNavigation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(now: DeferredNavigation): void {
  held = now;
  for (const listener of listeners) listener();
}

/** Whether the router is sending something: to the next page, or from within this one. */
const isSending = ({ navigation, fetchers }: Router["state"]): boolean =>
  [navigation, ...fetchers.values()].some(({ formMethod = "GET" }) => formMethod !== "GET");

/** Whether the server answers; while it is away a proxy may answer in its place, with a failure. */
const isReachable = (signal: AbortSignal): Promise<boolean> =>
  fetch("/favicon.svg", { method: "HEAD", cache: "no-store", signal }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Opens a page of ours once the server can be reached. */
async function openOnceReachable(path: string, waits: DeferredNavigation, signal: AbortSignal): Promise<void> {
  while (!(await isReachable(signal))) {
    if (signal.aborted) return;
    tell(waits);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  if (signal.aborted) return;
  // The browser may bring this page back as it was.
  tell(null);
  location.assign(path);
}

/**
 * When the script of the next page does not come, the router reloads the page. While the line is cut that would end in
 * the browser's own page of an error, so that the reload is held back: what is shown stays, and the next page is opened
 * once the server answers. For the life of the document: the part of the page that asked for it may be gone when the
 * script fails. Browsers without the Navigation API reload.
 */
export function deferReloads(router: Router): void {
  if (isHolding || !window.navigation) return;
  isHolding = true;
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
      tell(null);
    });
    // Where the page's data failed first, the router has left the page already, and says so.
    const path = createPath(navigation.location ?? { ...location, hash: "" });
    openOnceReachable(path, isSending(router.state) ? "send" : "page", signal);
  });
}
