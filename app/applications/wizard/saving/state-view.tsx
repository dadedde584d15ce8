import { Check, CircleAlert, LoaderCircle } from "lucide-react";
import { Fragment, useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { stepUrl } from "~/applications/access/step-url";
import type { WizardData } from "~/applications/wizard/data.server";
import { openOffline } from "~/applications/wizard/shown-step";
import { Button, ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { RecentTime } from "~/ui/nassau-time";
import type { SaveState } from "./step-sender";
import { isConnectionLost, saveProblemOf } from "./stops";

export function SaveStateView({ state }: { state: SaveState }) {
  return (
    <div className="shrink-0 text-sm sm:col-start-2 sm:row-span-2 sm:row-start-1">
      {/* Read aloud: no times, no "saving", or a screen reader would never fall silent. */}
      <span role="status" className="sr-only">
        {state.spoken}
      </span>
      <span aria-hidden className="flex items-center gap-1.5 max-sm:text-xs">
        {state.kind === "saved" ? (
          <>
            <Check className="size-4 text-success max-sm:hidden" />
            <span className="text-success max-sm:max-w-18">
              Saved{" "}
              <span className="max-sm:block">
                <RecentTime at={state.at} />
              </span>
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

type SaveErrorBannerProps = {
  state: SaveState;
  data: WizardData;
  onAct: (does: "try" | "show" | "compare" | "complete" | "drop") => void;
};

export function SaveErrorBanner({ state, data, onAct }: SaveErrorBannerProps) {
  const [shown, setShown] = useState(state);
  /** After `Try now` its result is announced to screen readers. */
  const [isTried, setTried] = useState(false);
  const { revalidate, state: loading } = useRevalidator();
  const isSaving = state.kind === "saving";
  // The text stays during a retry, so that the page does not jump.
  if (!isSaving && state !== shown) {
    setShown(state);
    if (state.kind === "saved") setTried(false);
  }
  const minutes = useMinutesSince(shown.since);
  const problem = saveProblemOf(shown, data);
  if (!problem) return null;
  const { title, text, isRetried, steps, action } = problem;
  // Offline, the step is opened from what this page knows of it.
  const open = (code: string) => isConnectionLost(shown) && openOffline(data.id, code);
  const act = (does: Extract<typeof action, { does: string }>["does"]) => {
    if (does === "reopen") return void revalidate();
    if (does === "try") setTried(true);
    onAct(does);
  };
  return (
    <div className="border-t border-warning/25 bg-warning-ground">
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-2 py-2 text-sm lg:max-w-[64rem]">
        <p className="min-w-0 flex-1 basis-56 text-ink">
          <strong className="font-semibold">{isTried && isRetried && !isSaving ? "Still not saved" : title}</strong>
          {isRetried && minutes >= 1 ? ` · ${minutes} ${minutes === 1 ? "minute" : "minutes"} unsaved` : ""}
          <span className="block text-stone">
            {text}
            {steps.length > 0 ? " Not saved: " : null}
            {steps.map(({ code, title }, index) => (
              <Fragment key={code}>
                {index > 0 ? ", " : null}
                <TextLink to={stepUrl(data.id, { step: code })} onClick={() => open(code)}>
                  {title}
                </TextLink>
              </Fragment>
            ))}
            {steps.length > 0 ? "." : null}
          </span>
        </p>
        <span role="status" className="sr-only">
          {isTried && !isSaving ? `Still not saved. ${text}` : ""}
        </span>
        {"to" in action ? (
          <ButtonLink to={action.to} variant="outline" size="sm" className="min-h-11" onClick={() => open(action.step)}>
            {action.label}
          </ButtonLink>
        ) : (
          <Button
            variant="outline"
            size="sm"
            className="min-h-11"
            busy={isSaving || loading === "loading"}
            onClick={() => act(action.does)}
          >
            {action.label}
          </Button>
        )}
      </div>
    </div>
  );
}

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
