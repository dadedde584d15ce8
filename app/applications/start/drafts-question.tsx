import { ArrowRight } from "lucide-react";
import { formatDraftPercent } from "~/core/percent-at";
import { ButtonLink } from "~/ui/button";
import { NassauTime } from "~/ui/nassau-time";
import { OfflineNotice } from "~/ui/notices/offline-notice";
import type { MyDraft } from "./my-drafts.server";

type DraftsQuestionProps = { service: string; nationality: string; drafts: readonly MyDraft[] };

export function DraftsQuestion({ service, nationality, drafts }: DraftsQuestionProps) {
  // The fullest draft has the most to copy.
  const [from] = drafts;
  const another = new URLSearchParams({ service, another: "1", ...(nationality ? { nationality } : {}) });
  return (
    <section aria-labelledby="drafts" className="rounded-2xl border border-dune bg-white px-6 py-7 shadow-md sm:px-8">
      <h2 id="drafts" className="text-2xl">
        You have a draft for this visa. Continue, or start another?
      </h2>
      <ul className="mt-5 divide-y divide-dune border-y border-dune">
        {drafts.map((draft, index) => (
          <li key={draft.id} className="py-5">
            {draft.name ? (
              <p dir="auto" className="text-lg font-semibold wrap-anywhere">
                {draft.name}
              </p>
            ) : null}
            <p className="font-mono font-medium">{draft.number}</p>
            <p className="mt-1 mb-3.5 text-sm text-stone">
              {formatDraftPercent(draft.percent)} · last saved{" "}
              <NassauTime at={draft.savedAt} options={{ dateStyle: "medium", timeStyle: "short" }} />
              {draft.name ? null : (
                <>
                  {" "}
                  · started <NassauTime at={draft.begun} options={{ dateStyle: "medium" }} />
                </>
              )}
            </p>
            <ButtonLink
              to={`/apply/${draft.id}`}
              variant={index === 0 ? "gold" : "outline"}
              wide
              after={<ArrowRight aria-hidden />}
            >
              Continue
              <span className="sr-only">
                {" "}
                with {draft.number}
                {draft.name ? ` of ${draft.name}` : ""}
              </span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      <h3 className="mt-7 font-sans text-base font-semibold">Start another</h3>
      <p className="mt-1 text-sm text-stone">
        For a family member the address, contacts and trip are copied
        {from ? <> from {from.name || from.number}</> : null}.
      </p>
      <div className="mt-3 grid gap-3">
        {from ? (
          <ButtonLink to={`/apply/${from.id}/again?for=family`} variant="outline" wide>
            For a family member
          </ButtonLink>
        ) : null}
        <ButtonLink to={`/apply?${another}`} variant="outline" wide>
          With an empty form
        </ButtonLink>
      </div>
      <OfflineNotice />
    </section>
  );
}
