import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Location, useBlocker, useLocation, useNavigate } from "react-router";
import { AlertDialog } from "~/ui/notices/alert-dialog";
import { useScripted } from "~/ui/use-scripted";
import { unsavedForms } from "./form-tracker";

/** How long leaving waits for autosaves, in milliseconds. */
const waitsAtMost = 5_000;

/** `place`: the index in the browser's history that Back or Forward led to. */
type Destination = { location: Location; place: number | null };

/** The router stores an index there. While Back is blocked, it is the one that Back led to. */
const historyIndex = (): number | null => window.history.state?.idx ?? null;

/** Gives entries without an index one, such as those of `#main` links: the router can't block navigation to them. */
function useHistoryIndex() {
  const location = useLocation();
  const last = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location has its place.
  useEffect(() => {
    const index = historyIndex() ?? last.current + 1;
    last.current = index;
    if (historyIndex() === null) window.history.replaceState({ ...window.history.state, idx: index }, "");
  }, [location]);
}

/** The browser's own question before a tab with unsent text closes. */
function useQuestionOfTab() {
  useEffect(() => {
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      if (unsavedForms().some((recoverable) => !recoverable.savesItself)) event.preventDefault();
    };
    window.addEventListener("beforeunload", confirmLeaving);
    return () => window.removeEventListener("beforeunload", confirmLeaving);
  }, []);
}

/** Asks before a page with unsent text is left by a link, Back or Escape; the browser asks before its tab closes. */
export function LeaveGuard() {
  const { pathname } = useLocation();
  useQuestionOfTab();
  useHistoryIndex();
  const isLeaving = useRef(false);
  const index = useRef<number | null>(null);
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to, historyAction }) => {
    if (isLeaving.current) return false;
    index.current = historyAction === "POP" ? historyIndex() : null;
    if (from.pathname !== to.pathname) return unsavedForms().length > 0;
    return from.search !== to.search && unsavedForms().some((recoverable) => recoverable.goesWithSearch);
  });
  const blockedLocation = blocker.state === "blocked" ? blocker.location : null;
  // The router forgets a blocked navigation when the page revalidates; the question must stay.
  const [wanted, setWanted] = useState<Destination | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const navigate = useNavigate();
  const scripted = useScripted();

  async function go(to: Destination | null) {
    if (blocker.state === "blocked") blocker.proceed();
    else if (to) {
      isLeaving.current = true;
      const pages = to.place === null ? 0 : to.place - (historyIndex() ?? 0);
      try {
        // Only back: entries ahead may be gone, and the router would wait for them forever.
        await (pages < 0 ? navigate(pages) : navigate(to.location));
      } finally {
        isLeaving.current = false;
      }
    }
  }
  const toWanted = useEffectEvent(() => go(wanted));

  useEffect(() => {
    if (!blockedLocation) return;
    setIsConfirming(false);
    setWanted({ location: blockedLocation, place: index.current });
  }, [blockedLocation]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page asks for itself.
  useEffect(() => {
    setWanted(null);
    setIsConfirming(false);
  }, [pathname]);

  useEffect(() => {
    if (!wanted) return;
    let isOver = false;
    const saving = unsavedForms().filter((recoverable) => recoverable.savesItself);
    const patience = new Promise((resolve) => setTimeout(resolve, waitsAtMost));
    Promise.race([patience, Promise.all(saving.map((recoverable) => recoverable.save()))]).then(() => {
      if (isOver) return;
      if (unsavedForms().length > 0) setIsConfirming(true);
      else toWanted();
    });
    return () => {
      isOver = true;
    };
  }, [wanted]);

  function close() {
    setWanted(null);
    setIsConfirming(false);
  }
  function stay() {
    close();
    blocker.reset?.();
  }
  function leave() {
    for (const recoverable of unsavedForms()) recoverable.forget();
    close();
    go(wanted);
  }

  return scripted ? (
    <AlertDialog
      open={isConfirming}
      title="Leave without saving?"
      description="Your changes on this page aren’t saved and will be lost if you leave."
      cancelLabel="Stay here"
      confirmLabel="Leave without saving"
      danger
      onCancel={stay}
      onConfirm={leave}
    />
  ) : null;
}
