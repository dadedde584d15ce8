import { Check, CircleAlert, LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { reasons } from "~/applications/wizard/notices";
import { Button } from "~/ui/button";
import { RecentTime } from "~/ui/local-time";
import type { SaveState } from "./step-sender";

/** In the header: whether what is typed is saved, and since when. */
export function SaveStateView({ state }: { state: SaveState }) {
  return (
    <div className="shrink-0 text-sm sm:col-start-3 sm:row-span-2 sm:row-start-1">
      {/* Read aloud: no times, no "saving", or a screen reader would never fall silent (W-SAVE-8). */}
      <span role="status" className="sr-only">
        {state.spoken}
      </span>
      <span aria-hidden className="flex items-center gap-1.5 max-sm:text-xs">
        {state.kind === "saved" ? (
          <>
            <Check className="size-4 text-success max-sm:hidden" />
            <span className="text-success max-sm:max-w-18">
              <span className="hidden sm:inline">Saved </span>
              <RecentTime at={state.at} />
            </span>
          </>
        ) : state.kind === "saving" ? (
          <>
            <LoaderCircle className="size-4 animate-spin text-stone max-sm:hidden motion-reduce:animate-none" />
            <span className="text-stone">Saving…</span>
          </>
        ) : (
          <>
            <CircleAlert className="size-4 text-error max-sm:hidden" />
            <span className="font-medium text-error max-sm:max-w-16">Not saved</span>
          </>
        )}
      </span>
    </div>
  );
}

/** Under the header while a save fails: for how long, why, and that nothing is lost. */
export function SaveTrouble({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  const [trouble, setTrouble] = useState(state);
  const { revalidate } = useRevalidator();
  // The text stays during a retry, so that the page does not jump.
  if (state.kind !== "saving" && state !== trouble) setTrouble(state);
  const minutes = useMinutesSince(trouble.since);
  if (trouble.kind === "saved" || trouble.kind === "saving" || trouble.ended) return null;
  const conflict = trouble.kind === "conflict";
  const unfit = trouble.kind === "unfit";
  const refused = trouble.why === "refused";
  return (
    <div className="border-t border-warning/25 bg-warning-ground">
      <div className="page flex items-center gap-4 py-2 text-sm lg:max-w-[64rem]">
        <p className="min-w-0 flex-1 text-ink">
          <strong className="font-semibold">
            {conflict
              ? "This step was changed elsewhere"
              : unfit
                ? "One answer is not saved"
                : refused || trouble.why === "early"
                  ? "Not saved yet"
                  : "Save failed, trying again"}
          </strong>
          {conflict || unfit || minutes < 1 ? "" : ` · ${minutes} ${minutes === 1 ? "minute" : "minutes"} unsaved`}
          <span className="block text-stone">
            {conflict
              ? "Nothing was overwritten. Please choose which answers are right."
              : unfit
                ? `${trouble.unfit?.problems[0]?.message ?? "It can’t be stored as it is"}. Everything else is saved, and what you typed stays in this tab.`
                : `${reasons[trouble.why ?? "failed"]} ${trouble.isKept ? "What you typed is kept on this device." : "What you typed is kept in this tab; keep it open."}`}
          </span>
        </p>
        <Button
          variant="outline"
          size="sm"
          className="min-h-11 shrink-0"
          busy={state.kind === "saving"}
          onClick={refused ? () => void revalidate() : onRetry}
        >
          {conflict ? "Compare" : unfit ? "Show it" : refused ? "Open it again" : "Try now"}
        </Button>
      </div>
    </div>
  );
}

/** Whole minutes since an instant in milliseconds, kept up to date; 0 for none. */
function useMinutesSince(since: number) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    if (since === 0) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, [since]);
  return since === 0 ? 0 : Math.floor(Math.max(0, now - since) / 60_000);
}
