import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { AlertDialog } from "~/ui/notices/alert-dialog";
import { useScripted } from "~/ui/use-scripted";
import { unsentForms } from "./keeper";

/** How long leaving waits for texts that save themselves, in milliseconds. */
const waitsAtMost = 5_000;

/** Asks before a page with unsent text is left by a link, Back or Escape; the browser asks before its tab closes. */
export function LeaveGuard() {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) =>
    from.pathname === to.pathname
      ? from.search !== to.search && unsentForms().some((kept) => kept.goesWithSearch)
      : unsentForms().length > 0,
  );
  const { state } = blocker;
  const [asks, setAsks] = useState(false);
  const scripted = useScripted();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the blocker is new at every rendering.
  useEffect(() => {
    setAsks(false);
    if (state !== "blocked") return;
    let isOver = false;
    const saving = unsentForms().filter((kept) => kept.savesItself);
    const patience = new Promise((resolve) => setTimeout(resolve, waitsAtMost));
    Promise.race([patience, Promise.all(saving.map((kept) => kept.save()))]).then(() => {
      if (isOver) return;
      if (unsentForms().length > 0) setAsks(true);
      else blocker.proceed?.();
    });
    return () => {
      isOver = true;
    };
  }, [state]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsentForms().some((kept) => !kept.savesItself)) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);

  return scripted ? (
    <AlertDialog
      open={asks && state === "blocked"}
      title="Leave without saving?"
      description="What you changed on this page is not saved, and leaving loses it."
      cancelLabel="Stay here"
      confirmLabel="Leave without saving"
      danger
      onCancel={() => blocker.reset?.()}
      onConfirm={() => {
        for (const kept of unsentForms()) kept.forget();
        blocker.proceed?.();
      }}
    />
  ) : null;
}
