import { ChevronDown } from "lucide-react";
import type { Ref } from "react";
import type { ListedStep } from "~/applications/wizard/step-list";
import type { StepDefinition } from "~/form-engine/definition";
import { breakable } from "~/ui/breakable";
import type { Sections } from "./use-sections";

type StepHeadingProps = Pick<Sections, "parts" | "open"> & {
  ref?: Ref<HTMLHeadingElement>;
  step: { step: { code: string; title: string }; steps: readonly ListedStep[] };
  definition: StepDefinition;
};

/** A phone's further sections show the title alone. */
export function StepHeading({ ref, step: { step, steps }, definition, parts, open }: StepHeadingProps) {
  const isFurther = parts.length > 0 && open !== parts[0];
  const { hint, help } = steps.find(({ code }) => code === step.code) ?? {};
  return (
    <>
      <h1 ref={ref} tabIndex={-1} className="text-4xl">
        {breakable(step.title)}
      </h1>
      <div className={isFurther ? "sectioned:hidden" : undefined}>
        <p className="mt-2 text-lg text-stone">{definition.description}</p>
        {hint ? <p className="mt-3 rounded-md bg-foam px-4 py-2.5 [overflow-wrap:anywhere]">{hint}</p> : null}
        {help ? (
          <details className="group mt-3">
            <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1.5 rounded-xs font-semibold text-sea-ink">
              Help with this step
              <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
            </summary>
            <p className="mt-1 whitespace-pre-line text-stone [overflow-wrap:anywhere]">{help}</p>
          </details>
        ) : null}
      </div>
    </>
  );
}
