import { Download } from "lucide-react";
import { isOpen } from "~/documents/scan-state";
import { fileSize } from "~/ui/forms/file-input";
import type { ShownDecision } from "./decision-documents.server";

/** The next steps and documents of a decision. */
export function DecisionSection({ decision }: { decision: ShownDecision }) {
  return (
    <section aria-labelledby="decision" className="mt-8 print:mt-6">
      <h2 id="decision" className="text-2xl print:text-[14pt]">
        The decision
      </h2>
      {decision.nextSteps ? (
        <div className="mt-3 max-w-prose">
          <h3 className="font-sans font-semibold">Next steps</h3>
          <p dir="auto" className="mt-1 text-lg whitespace-pre-line wrap-anywhere print:text-base">
            {decision.nextSteps}
          </p>
        </div>
      ) : null}
      {decision.documents.length > 0 ? (
        <ul className="mt-5 grid gap-3 sm:grid-cols-2">
          {decision.documents.map(({ id, name, bytes, scan }) => (
            <li key={id} className="rounded-xl border border-dune bg-white">
              {isOpen(scan) ? (
                <a
                  href={`/documents/${id}`}
                  className="flex min-h-16 items-center gap-4 rounded-xl px-5 py-3.5 font-medium text-sea-ink hover:bg-foam"
                >
                  <Download aria-hidden className="size-5 shrink-0" />
                  <span className="min-w-0 wrap-anywhere">
                    <bdi>{name}</bdi>
                    <span className="block text-sm font-normal text-stone">{fileSize(bytes)}</span>
                  </span>
                </a>
              ) : (
                <p className="px-5 py-3.5 wrap-anywhere">
                  <bdi>{name}</bdi>
                  <span className="block text-sm text-stone">
                    {scan === "waiting"
                      ? "Being checked for viruses. You can download it after that."
                      : "We found a virus in this file and removed it. We’ll send you a clean copy."}
                  </span>
                </p>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
