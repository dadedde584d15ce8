import { useEffect } from "react";
import { useBlocker } from "react-router";
import { AlertDialog } from "~/ui/notices/alert-dialog";

/** While `unsaved`, asks before a navigation within the site; the browser asks before the tab closes. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!unsaved) return;
    const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", preventLeaving);
    return () => window.removeEventListener("beforeunload", preventLeaving);
  }, [unsaved]);
  return (
    <AlertDialog
      open={blocker.state === "blocked"}
      title="Leave without saving?"
      description="What you changed on this page is not saved, and leaving loses it."
      cancelLabel="Stay here"
      confirmLabel="Leave without saving"
      danger
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
