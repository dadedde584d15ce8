import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type To, useBlocker, useLocation, useNavigate } from "react-router";
import { AlertDialog } from "~/ui/notices/alert-dialog";
import { useScripted } from "~/ui/use-scripted";
import { unsentForms } from "./keeper";

/** How long leaving waits for texts that save themselves, in milliseconds. */
const waitsAtMost = 5_000;

/** A page, or how many pages on in the browser's history: back is negative. */
type Destination = To | number;

/** The router counts its entries there. While Back is held back it is the place that Back led to. */
const placeInHistory = (): number => window.history.state?.idx ?? 0;

/** The browser's own question before its tab closes on unsent text. */
function useQuestionOfTab() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsentForms().some((kept) => !kept.savesItself)) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
}

/** Asks before a page with unsent text is left by a link, Back or Escape; the browser asks before its tab closes. */
export function LeaveGuard() {
  const { pathname, key } = useLocation();
  useQuestionOfTab();
  const isLeaving = useRef(false);
  const place = useRef(0);
  const pagesBack = useRef<number | null>(null);
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to, historyAction }) => {
    if (isLeaving.current) return false;
    pagesBack.current = historyAction === "POP" ? placeInHistory() - place.current : null;
    if (from.pathname !== to.pathname) return unsentForms().length > 0;
    return from.search !== to.search && unsentForms().some((kept) => kept.goesWithSearch);
  });
  const heldBack = blocker.state === "blocked" ? blocker.location : null;
  // The router forgets what it holds back when the page is read again behind the question; the question stays.
  const [wanted, setWanted] = useState<Destination | null>(null);
  const [asks, setAsks] = useState(false);
  const navigate = useNavigate();
  const scripted = useScripted();

  async function go(to: Destination | null) {
    if (blocker.state === "blocked") blocker.proceed();
    else if (to) {
      isLeaving.current = true;
      try {
        // Two signatures: a number moves in the history.
        await (typeof to === "number" ? navigate(to) : navigate(to));
      } finally {
        isLeaving.current = false;
      }
    }
  }
  const toWanted = useEffectEvent(() => go(wanted));

  useEffect(() => {
    if (!heldBack) return;
    setAsks(false);
    // None: an entry that the router did not make.
    setWanted(pagesBack.current || heldBack);
  }, [heldBack]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each location has its place.
  useEffect(() => {
    place.current = placeInHistory();
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page asks for itself.
  useEffect(() => {
    setWanted(null);
    setAsks(false);
  }, [pathname]);

  useEffect(() => {
    if (!wanted) return;
    let isOver = false;
    const saving = unsentForms().filter((kept) => kept.savesItself);
    const patience = new Promise((resolve) => setTimeout(resolve, waitsAtMost));
    Promise.race([patience, Promise.all(saving.map((kept) => kept.save()))]).then(() => {
      if (isOver) return;
      if (unsentForms().length > 0) setAsks(true);
      else toWanted();
    });
    return () => {
      isOver = true;
    };
  }, [wanted]);

  function close() {
    setWanted(null);
    setAsks(false);
  }
  function stay() {
    close();
    blocker.reset?.();
  }
  function leave() {
    for (const kept of unsentForms()) kept.forget();
    close();
    go(wanted);
  }

  return scripted ? (
    <AlertDialog
      open={asks}
      title="Leave without saving?"
      description="What you changed on this page is not saved, and leaving loses it."
      cancelLabel="Stay here"
      confirmLabel="Leave without saving"
      danger
      onCancel={stay}
      onConfirm={leave}
    />
  ) : null;
}
