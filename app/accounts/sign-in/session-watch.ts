import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { signInUrl } from "~/accounts/sign-in/safe-redirect";
import type { SessionState } from "~/accounts/sign-in/session";

const checkEvery = 30_000;
const refreshWithin = 90_000;
const firstRetry = 200;

/** Set by the open page of the desk. */
let waitBeforeWrite: (() => Promise<boolean>) | null = null;

/**
 * Call before a form of the desk is sent. If something was typed and the session has ended, it waits for a new sign-in
 * on the page, so that the server does not refuse the form. False if another admin signs in.
 */
export async function untilSignedIn(): Promise<boolean> {
  return (await waitBeforeWrite?.()) ?? true;
}

/**
 * Checks every 30 seconds, and when the page becomes visible, who is signed in; refreshes the session in its last 90
 * seconds, and retries a failed refresh after 200 ms, doubling. Reloads the page for another admin. Without a session
 * it redirects to sign-in; but if something was typed the page stays with `over` true, until `goOn` is called after a
 * new sign-in on it.
 */
export function useSessionWatch(email: string, role: string): { over: boolean; goOn: () => void } {
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const changed = useEffectEvent((now: SessionState) => now.email !== email || now.role !== role);
  const isOtherAdmin = useEffectEvent((now: SessionState) => now.email !== email);
  const [over, setOver] = useState(false);
  const hasTyped = useRef(false);
  const left = useRef<Element | null>(null);
  const resume = useRef<() => void>(() => undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: on a new `pathname` nothing is typed yet.
  useEffect(() => {
    hasTyped.current = false;
  }, [pathname]);

  // Hiding the page loses the focus; restore it.
  useEffect(() => {
    if (over || !(left.current instanceof HTMLElement)) return;
    left.current.focus({ preventScroll: true });
    left.current = null;
  }, [over]);

  useEffect(() => {
    const watch = watchSession({
      typed: () => hasTyped.current,
      changed: (now) => changed(now),
      isOther: (now) => isOtherAdmin(now),
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
      if (target instanceof Element && target.closest("#main")) hasTyped.current = true;
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
  typed: () => boolean;
  changed: (now: SessionState) => boolean;
  isOther: (now: SessionState) => boolean;
  revalidate: () => void;
  /** `pageStays`: something was typed. */
  onEnd: (pageStays: boolean) => void;
  onGoOn: () => void;
};

/** Polls `/admin/session`. */
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
      // Offline or unavailable: the next check retries.
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
    // If the check fails, the form is sent anyway and reports its own failure.
    const fetchCurrent = () => fetchState("GET").catch(() => null);
    let now = await fetchCurrent();
    if (waitingForSignIn) {
      await new Promise<void>((resolve) => waiters.push(resolve));
      now = await fetchCurrent();
    }
    return now === null || !isOther(now);
  }

  function stop() {
    stopped = true;
    waiters = [];
  }

  return { check, goOn, waitForSignIn, stop };
}
