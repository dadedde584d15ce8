import { type RefObject, useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { quietly } from "~/inquiries/desk/forms";

type UnsavedNotes = {
  form: RefObject<HTMLFormElement | null>;
  /** The notes have unsaved changes. */
  dirty: boolean;
  saving: boolean;
  /** A conflict is shown: the person has to choose first. */
  mustChoose: boolean;
  save: () => void;
};

/**
 * Saves unsaved notes when the person leaves: a navigation within the desk waits for the save and stops if it fails; a
 * page that is closed sends them by `sendBeacon`.
 */
export function useUnsavedNotes({ form, dirty, saving, mustChoose, save }: UnsavedNotes): void {
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
