import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { CaseNumber } from "~/applications/access/case-number";
import { HouseLine } from "~/ui/brand/house-line";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { NassauTime } from "~/ui/nassau-time";
import type { WizardData } from "./data.server";
import { SaveErrorBanner, SaveStateView } from "./saving/state-view";
import type { SaveState } from "./saving/step-sender";

type WizardFrameProps = {
  data: WizardData;
  /** Absent where nothing can be saved. */
  state?: SaveState;
  form: string;
  onExit?: () => void;
  /** The action of the banner of unsent answers; absent where nothing can be typed. */
  onTrouble?: ComponentProps<typeof SaveErrorBanner>["onAct"];
  aside?: ReactNode;
  children: ReactNode;
};

export function WizardFrame({ data, state, form, onExit, onTrouble, aside, children }: WizardFrameProps) {
  const steps = useCurrentInView(data.place);
  // The review uses the width: its answers are in two columns.
  const isReview = data.step.code === "review_certification";
  const width = isReview ? "lg:max-w-[64rem] xl:max-w-[88rem]" : "lg:max-w-[64rem]";
  return (
    <div data-view="draft" className="min-h-dvh bg-sand">
      {/* Enter clicks the form's first button in the document, so this one precedes Save & Exit. */}
      <button
        type="submit"
        form={form}
        name="intent"
        value={isReview ? "submit" : "next"}
        tabIndex={-1}
        aria-hidden
        className="sr-only"
      />
      <a
        href="#main"
        className="fixed top-3 left-3 z-50 -translate-y-[calc(100%+1rem)] rounded-md bg-gold px-4 py-3 font-semibold focus-visible:translate-y-0"
      >
        Skip to the questions
      </a>
      <HouseLine phone={data.payment?.officePhone} className={width} />
      <header className="sticky top-0 z-20 bg-white shadow-xs [@media(height<25rem)]:static">
        <div
          className={classNames(
            "page flex min-h-18 flex-wrap items-center gap-x-2.5 gap-y-1 py-2.5 max-[22rem]:gap-x-1.5 sm:grid sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:gap-x-3 sm:gap-y-0",
            width,
          )}
        >
          <p className="min-w-0 flex-1 basis-20 text-sm leading-tight font-semibold sm:col-start-1 sm:row-start-1 sm:self-end sm:text-base">
            Visa Application
          </p>
          <NumberAndVisa data={data} />
          {state ? <SaveStateView state={state} /> : null}
          {onExit ? (
            <Button
              type="submit"
              form={form}
              name="intent"
              value="exit"
              formNoValidate
              variant="outline"
              className="ml-auto max-sm:px-3 max-[22rem]:px-2 sm:col-start-3 sm:row-span-2 sm:row-start-1"
              onClick={(event) => {
                event.preventDefault();
                onExit();
              }}
            >
              Save &amp; Exit
            </Button>
          ) : null}
        </div>
        <ProgressLine percent={data.percent} place={data.place} total={data.total} />
        {onTrouble && state ? <SaveErrorBanner state={state} data={data} onAct={onTrouble} /> : null}
      </header>
      <div
        className={classNames("page grid gap-x-12 gap-y-7 py-7 lg:grid-cols-[18.5rem_minmax(0,1fr)] lg:py-12", width)}
      >
        <nav
          aria-label="Steps of the application"
          className="min-w-0 lg:sticky lg:top-24 lg:flex lg:max-h-[calc(100dvh-7rem)] lg:flex-col lg:self-start"
        >
          <p className="eyebrow text-sea-ink">
            Step {data.place} of {data.total}
            <span className="text-stone normal-case tracking-normal"> · {progressText(data)}</span>
          </p>
          {aside ? (
            <>
              <div ref={steps} className="mt-3 hidden min-h-0 overflow-y-auto overscroll-contain lg:block">
                {aside}
              </div>
              <details className="group mt-2 rounded-md border border-dune bg-white lg:hidden">
                <summary className="flex min-h-11 items-center px-4 py-2 text-sm font-semibold text-sea-ink">
                  All steps
                  <ChevronDown aria-hidden className="ml-auto size-4 transition-transform group-open:rotate-180" />
                </summary>
                <div className="border-t border-dune px-2 py-2">{aside}</div>
              </details>
            </>
          ) : null}
        </nav>
        <main id="main" tabIndex={-1} className={classNames("min-w-0", !isReview && "max-w-[40rem]")}>
          {children}
        </main>
      </div>
    </div>
  );
}

/** Steps are counted, not answers: with answers missing at the review, they are named instead of 100%. */
function progressText({ percent, missing, documents, later }: WizardData): string {
  const steps = missing.length;
  if (steps > 0) return `${steps} ${steps === 1 ? "step needs" : "steps need"} attention`;
  const count = (documents?.missing.length ?? 0) + later.length;
  const following = percent < 100 || count === 0 ? "" : ` · ${count} ${count === 1 ? "document" : "documents"} missing`;
  return `${percent}% complete${following}`;
}

/** In a low window the list of steps scrolls on its own; scrolls it to the current step. */
function useCurrentInView(position: number) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another step is the present one.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current="step"]');
    if (!list.current || !current) return;
    const { top, height } = list.current.getBoundingClientRect();
    const middle = current.getBoundingClientRect().top - top - height / 2;
    list.current.scrollTop += middle;
  }, [position]);
  return list;
}

/** The number that mails show opens the details by which we find the application. */
function NumberAndVisa({ data }: { data: WizardData }) {
  return (
    <div className="order-last flex min-w-0 basis-full flex-wrap items-center gap-x-2.5 text-xs text-stone sm:order-none sm:col-start-1 sm:row-start-2 sm:self-start">
      <details
        className="group/number relative"
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.open = false;
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
        }}
      >
        <summary className="flex min-h-7 items-center gap-1 rounded-xs font-mono whitespace-nowrap hover:text-ink">
          <span className="sr-only">Number </span>
          {data.number}
          <ChevronDown aria-hidden className="size-3.5 shrink-0 transition-transform group-open/number:rotate-180" />
        </summary>
        <dl className="absolute top-full left-0 z-10 mt-1 grid w-max max-w-[calc(100vw-3rem)] gap-2.5 rounded-md border border-dune bg-white px-4 py-3 text-sm text-ink shadow-lg">
          <Detail label="Reference">
            <span className="font-mono uppercase">{data.id.slice(0, 12)}</span>
          </Detail>
          {data.tierName ? <Detail label="Price">{data.tierName}</Detail> : null}
          {data.renews ? (
            <Detail label="Renews">
              <CaseNumber linked={data.renews} />
            </Detail>
          ) : null}
        </dl>
      </details>
      <bdi className="min-w-0 font-medium text-ink wrap-anywhere">
        {data.applicant || (
          <>
            started <NassauTime at={data.begunAt} options={{ dateStyle: "medium" }} />
          </>
        )}
      </bdi>
      {data.serviceName ? <span className="min-w-0 leading-tight">{data.serviceName}</span> : null}
    </div>
  );
}

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-stone">{label}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
);

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
