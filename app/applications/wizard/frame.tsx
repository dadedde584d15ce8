import { ChevronDown, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { BrandMark } from "~/ui/brand/guilloche";
import { Button } from "~/ui/button";
import type { WizardData } from "./data.server";
import type { SaveState } from "./saving/saver";
import { SaveStateView, SaveTrouble } from "./saving/state-view";

type WizardFrameProps = {
  data: WizardData;
  state: SaveState;
  /** The id of the step's form, for the buttons that stand outside of it. */
  form: string;
  onExit?: () => void;
  /** What the button beside a failed save does; none where nothing is typed. */
  onRetry?: () => void;
  aside?: ReactNode;
  children: ReactNode;
};

/**
 * The wizard's frame: the application's reference, whether it is saved, the present step, and one column of questions.
 */
export function WizardFrame({ data, state, form, onExit, onRetry, aside, children }: WizardFrameProps) {
  return (
    <div className="min-h-dvh bg-sand">
      {/* Enter presses the first button of the form, wherever it stands: before Save & Exit, therefore. */}
      <button
        type="submit"
        form={form}
        name="intent"
        value={data.step.code === "review_certification" ? "submit" : "next"}
        tabIndex={-1}
        aria-hidden
        className="sr-only"
      />
      <a
        href="#main"
        className="fixed top-3 left-3 z-50 -translate-y-20 rounded-md bg-gold px-4 py-3 font-semibold focus-visible:translate-y-0"
      >
        Skip to the questions
      </a>
      <header className="sticky top-0 z-20 bg-white shadow-xs">
        <div className="page flex min-h-18 items-center gap-2.5 py-2.5 max-[22rem]:gap-1.5 sm:gap-3 lg:max-w-[64rem]">
          <Link to="/" aria-label="Lucaya, home page" className="shrink-0 rounded-full">
            <BrandMark className="size-9 max-[22rem]:size-7" />
          </Link>
          <div className="min-w-0 flex-1 leading-tight">
            <p className="text-xs font-semibold whitespace-nowrap sm:text-base">Visa Application</p>
            <p
              className="font-mono text-2xs whitespace-nowrap text-stone uppercase sm:text-xs"
              title={`Reference ${data.id.slice(0, 12)}`}
            >
              {data.id.slice(0, 12)}
            </p>
          </div>
          <SaveStateView state={state} />
          {onExit ? (
            <Button
              type="submit"
              form={form}
              name="intent"
              value="exit"
              formNoValidate
              variant="outline"
              className="max-sm:px-3 max-[22rem]:px-2"
              onClick={(event) => {
                event.preventDefault();
                onExit();
              }}
              before={<LogOut aria-hidden className="hidden sm:block" />}
            >
              Save &amp; Exit
            </Button>
          ) : null}
        </div>
        <ProgressLine percent={data.percent} place={data.place} total={data.total} />
        {onRetry ? <SaveTrouble state={state} onRetry={onRetry} /> : null}
      </header>
      <div className="page grid gap-x-12 gap-y-7 py-7 lg:max-w-[64rem] lg:grid-cols-[18.5rem_minmax(0,1fr)] lg:py-12">
        <nav aria-label="Steps of the application" className="min-w-0 lg:sticky lg:top-28 lg:self-start">
          <p className="eyebrow text-sea-ink">
            Step {data.place} of {data.total}
            <span className="text-stone normal-case tracking-normal"> · {data.percent}% complete</span>
          </p>
          {aside ? (
            <>
              <div className="mt-3 hidden lg:block">{aside}</div>
              <details className="group mt-2 rounded-md border border-dune bg-white lg:hidden">
                <summary className="flex min-h-11 items-center px-4 py-2 text-sm font-semibold text-sea-ink">
                  All steps
                  <ChevronDown aria-hidden className="ml-auto size-4 transition-transform group-open:rotate-180" />
                </summary>
                <div className="border-t border-dune px-2 py-2">{aside}</div>
              </details>
            </>
          ) : null}
          {data.serviceName ? <p className="mt-4 hidden text-sm text-stone lg:block">{data.serviceName}</p> : null}
        </nav>
        <main id="main" tabIndex={-1} className="min-w-0 max-w-[40rem]">
          {children}
        </main>
      </div>
    </div>
  );
}

function ProgressLine({ percent, place, total }: { percent: number; place: number; total: number }) {
  return (
    <div
      role="progressbar"
      aria-label="Progress of the application"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`Step ${place} of ${total}`}
      className="h-1 bg-dune"
    >
      <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className="block h-full w-full text-sea">
        <rect width={percent} height="1" fill="currentColor" />
      </svg>
    </div>
  );
}
