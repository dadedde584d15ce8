import { FileText } from "lucide-react";
import { DateRuleText } from "~/catalogue/date-rule-text";
import { SampleLink } from "~/catalogue/sample-link";
import { Badge } from "~/ui/lists/badge";
import type { startData } from "./data.server";

type OverviewProps = Pick<Awaited<ReturnType<typeof startData>>, "steps" | "addOns" | "minutes" | "documents">;

export function Overview({ steps, addOns, minutes, documents }: OverviewProps) {
  return (
    <>
      <section aria-labelledby="steps">
        <h2 id="steps" className="text-2xl">
          {steps.length} steps, about {minutes} minutes
        </h2>
        <p className="mt-1 text-stone">You can stop at any time and pick up where you left off. {addOns}</p>
        <ol className="mt-5 border-t border-dune sm:columns-2 sm:gap-x-10">
          {steps.map((step, index) => (
            <li
              key={step.code}
              className="flex min-h-12 break-inside-avoid items-center gap-3 border-b border-dune py-2"
            >
              <span className="w-6 font-mono text-sm text-stone tabular-nums">{index + 1}</span>
              <span className="min-w-0 flex-1 font-medium">{step.title}</span>
              {step.isAddOn ? <Badge tone="blue">Add-on</Badge> : null}
              {step.minutes === null ? null : (
                <span className="text-sm whitespace-nowrap text-stone tabular-nums">{step.minutes} min</span>
              )}
            </li>
          ))}
        </ol>
      </section>
      {documents.length > 0 ? (
        <section aria-labelledby="documents" className="mt-11">
          <h2 id="documents" className="text-2xl">
            What to have ready
          </h2>
          <ul className="mt-4 grid gap-x-10 gap-y-5 sm:grid-cols-2">
            {documents.map((document) => (
              <li key={document.type} className="flex gap-3">
                <FileText aria-hidden className="mt-0.5 size-5 shrink-0 text-sea" />
                <div>
                  <p className="font-semibold">
                    {document.name}
                    {document.isRequired ? null : <span className="font-normal text-stone"> (optional)</span>}
                  </p>
                  <p className="text-sm text-stone">{document.description}</p>
                  <DateRuleText rule={document.dateRule} className="text-sm text-stone" />
                  <SampleLink sample={document.sample} of={document.name} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
