import { Check, CloudUpload, TriangleAlert } from "lucide-react";
import { breakable } from "~/ui/breakable";
import { classNames } from "~/ui/class-names";

export type StepState = "Current" | "Complete" | "Needs attention" | "Not started" | "Waiting to be saved";
export type ListedStep = {
  code: string;
  title: string;
  state: StepState;
  open: boolean;
  hint?: string | undefined;
  help?: string | undefined;
};

export function StepList({
  steps,
  form,
  onGo,
}: {
  steps: readonly ListedStep[];
  form: string;
  onGo: (code: string) => void;
}) {
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      {steps.map((step, index) => {
        const current = step.state === "Current";
        return (
          <li key={step.code}>
            <button
              type="submit"
              form={form}
              name="intent"
              value={`goto:${step.code}`}
              formNoValidate
              disabled={!step.open}
              aria-current={current ? "step" : undefined}
              onClick={(event) => {
                event.preventDefault();
                if (!current) onGo(step.code);
              }}
              className={classNames(
                "flex min-h-11 w-full items-center gap-3 lg:min-h-10 rounded-md px-2 py-1.5 text-left leading-tight",
                step.open && !current && "hover:bg-dune/60",
                current ? "font-semibold text-ink" : step.open ? "text-ink" : "text-stone",
              )}
            >
              <StepBadge state={step.state} number={index + 1} />
              <span className="min-w-0 flex-1">{breakable(step.title)}</span>
              <span
                className={classNames(
                  "text-xs font-medium whitespace-nowrap",
                  step.state === "Complete" && "text-success",
                  (step.state === "Needs attention" || step.state === "Waiting to be saved") && "text-warning",
                  step.state === "Not started" && "sr-only",
                )}
              >
                {step.state}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function StepBadge({ state, number }: { state: StepState; number: number }) {
  const look = {
    Complete: "bg-success text-white",
    Current: "bg-navy text-white",
    "Needs attention": "bg-warning-ground text-warning ring-1 ring-inset ring-warning",
    "Waiting to be saved": "bg-warning-ground text-warning ring-1 ring-inset ring-warning",
    "Not started": "bg-white text-stone ring-1 ring-inset ring-edge",
  }[state];
  return (
    <span
      aria-hidden
      className={classNames("grid size-7 shrink-0 place-items-center rounded-full text-xs font-semibold", look)}
    >
      {state === "Complete" ? (
        <Check className="size-4" strokeWidth={2.5} />
      ) : state === "Needs attention" ? (
        <TriangleAlert className="size-3.5" />
      ) : state === "Waiting to be saved" ? (
        <CloudUpload className="size-3.5" />
      ) : (
        number
      )}
    </span>
  );
}
