import { type RefObject, useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { quietly } from "./forms";

type Kept = {
  form: RefObject<HTMLFormElement | null>;
  /** Something is typed that is not saved. */
  dirty: boolean;
  saving: boolean;
  /** Two versions stand side by side: only the person decides. */
  mustChoose: boolean;
  save: () => void;
};

/**
 * Keeps what was typed when somebody leaves: within the desk they go on once it is saved, and stay where it can't be; a
 * page that is closed sends it with its last breath.
 */
export function useKeptNotes({ form, dirty, saving, mustChoose, save }: Kept): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const tried = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the blocker is new at every rendering.
  useEffect(() => {
    if (blocker.state !== "blocked") {
      tried.current = false;
      return;
    }
    if (saving) tried.current = true;
    else if (!dirty) blocker.proceed();
    else if (mustChoose || tried.current) blocker.reset();
    else save();
  }, [blocker.state, saving, dirty, mustChoose]);

  useEffect(() => {
    if (!dirty || mustChoose) return;
    const send = () => {
      if (form.current) navigator.sendBeacon(window.location.href, quietly(form.current));
    };
    window.addEventListener("pagehide", send);
    return () => window.removeEventListener("pagehide", send);
  }, [form, dirty, mustChoose]);
}
