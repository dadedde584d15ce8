import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { signInUrl } from "~/accounts/sign-in/safe-redirect";
import type { SessionState } from "~/accounts/sign-in/session";

const checkEvery = 30_000;
const refreshWithin = 90_000;
const firstRetry = 200;

/** Set by the open page of the desk, while there is one. */
let waitBeforeWrite: (() => Promise<boolean>) | null = null;

/**
 * Call before a form of the desk is sent. When something was typed and the session has ended, it waits until somebody
 * has signed in again on the page, so that the server does not refuse what was typed. False when that is another admin
 * than the page was made for.
 */
export async function untilSignedIn(): Promise<boolean> {
  return (await waitBeforeWrite?.()) ?? true;
}

/**
 * While a staff page is open, checks every 30 seconds, and when the page becomes visible, who is signed in; refreshes
 * the session in its last 90 seconds, and retries a failed refresh after 200 ms, then after twice as long each time.
 * When somebody else is signed in, the page is reloaded. When nobody is, it leads to the sign-in page; but when
 * something was typed the page stays with `over` true, until `goOn` is called after a new sign-in on it.
 */
export function useSessionWatch(email: string, role: string): { over: boolean; goOn: () => void } {
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const changed = useEffectEvent((now: SessionState) => now.email !== email || now.role !== role);
  const isOther = useEffectEvent((now: SessionState) => now.email !== email);
  const [over, setOver] = useState(false);
  const typed = useRef(false);
  const left = useRef<Element | null>(null);
  const resume = useRef<() => void>(() => undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: on a new `pathname` nothing is typed yet.
  useEffect(() => {
    typed.current = false;
  }, [pathname]);

  // Hiding the page takes the focus away: it is restored when the page is shown again.
  useEffect(() => {
    if (over || !(left.current instanceof HTMLElement)) return;
    left.current.focus({ preventScroll: true });
    left.current = null;
  }, [over]);

  useEffect(() => {
    const watch = watchSession({
      typed: () => typed.current,
      changed: (now) => changed(now),
      isOther: (now) => isOther(now),
      revalidate,
      onEnd: (pageStays) => {
        left.current = document.activeElement;
        setOver(pageStays);
      },
      onGoOn: () => setOver(false),
    });
    const checkWhenVisible = () => {
      if (document.visibilityState === "visible") watch.check();
    };
    const type = ({ target }: Event) => {
      if (target instanceof Element && target.closest("#main")) typed.current = true;
    };
    const timer = setInterval(watch.check, checkEvery);
    document.addEventListener("visibilitychange", checkWhenVisible);
    document.addEventListener("input", type);
    resume.current = () => {
      watch.goOn();
      watch.check();
    };
    waitBeforeWrite = watch.waitForSignIn;
    return () => {
      watch.stop();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", checkWhenVisible);
      document.removeEventListener("input", type);
      waitBeforeWrite = null;
    };
  }, [revalidate]);

  return { over, goOn: () => resume.current() };
}

type SessionWatchOptions = {
  /** Whether something was typed on this page. */
  typed: () => boolean;
  changed: (now: SessionState) => boolean;
  isOther: (now: SessionState) => boolean;
  revalidate: () => void;
  /** The session is over; `pageStays` when something was typed on the page. */
  onEnd: (pageStays: boolean) => void;
  onGoOn: () => void;
};

/** Watches the session of one open page by requests to `/admin/session`. */
function watchSession({ typed, changed, isOther, revalidate, onEnd, onGoOn }: SessionWatchOptions) {
  let stopped = false;
  let busy = false;
  let waitingForSignIn = false;
  let expiresAt = Number.POSITIVE_INFINITY;
  let waiters: (() => void)[] = [];

  async function fetchState(method: "GET" | "POST"): Promise<SessionState | null> {
    const response = await fetch("/admin/session", { method, headers: { Accept: "application/json" } });
    if (response.status === 401) end();
    if (response.status === 403) goOn();
    if (response.status === 403) revalidate();
    if (response.status === 401 || response.status === 403) return null;
    if (!response.ok) throw new Error(`the session check answered ${response.status}`);
    goOn();
    return response.json();
  }

  async function refresh() {
    for (let wait = firstRetry; !stopped && Date.now() < expiresAt; wait *= 2) {
      try {
        return await fetchState("POST");
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
      let now = await fetchState("GET");
      if (now) expiresAt = now.expiresAt;
      if (now && expiresAt - Date.now() <= refreshWithin) now = await refresh();
      if (now && !stopped && changed(now)) revalidate();
    } catch {
      // Offline or the server is away: the next check asks again.
    } finally {
      busy = false;
    }
  }

  function end() {
    if (stopped || waitingForSignIn) return;
    waitingForSignIn = typed();
    onEnd(waitingForSignIn);
    if (waitingForSignIn) return;
    stopped = true;
    location.replace(signInUrl(`${location.pathname}${location.search}`));
  }

  function goOn() {
    waitingForSignIn = false;
    onGoOn();
    for (const resolve of waiters.splice(0)) resolve();
  }

  async function waitForSignIn() {
    if (!typed()) return true;
    // When the check fails, the form is sent anyway and reports its own failure.
    const ask = () => fetchState("GET").catch(() => null);
    let now = await ask();
    if (waitingForSignIn) {
      await new Promise<void>((resolve) => waiters.push(resolve));
      now = await ask();
    }
    return now === null || !isOther(now);
  }

  function stop() {
    stopped = true;
    waiters = [];
  }

  return { check, goOn, waitForSignIn, stop };
}
