import type { ReactNode } from "react";
import { Hidden } from "~/cases/masked-answers/hidden";
import { amendmentStates, noLongerAsked, notAsked } from "~/cases/requests/amendments/amendment-words";
import { nassauLongDate, nassauTime } from "~/core/time";
import { notAnswered } from "~/form-engine/not-answered";
import { Badge } from "~/ui/lists/badge";
import type { DeskAmendment, DeskSide, RevealedAmendment } from "./desk-amendments.server";

type AmendmentViewProps = {
  amendment: DeskAmendment;
  children?: ReactNode;
  /** The question above; an amendment with another label, or without a question above, shows its own. */
  under?: string | undefined;
  revealed: RevealedAmendment | undefined;
};

export function AmendmentView({ amendment, under, revealed, children }: AmendmentViewProps) {
  const { label, before, after } = amendment;
  return (
    <li className="min-w-0 py-2">
      {label === under ? null : <p className="text-xs text-stone">{label}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        <dt className="text-xs leading-[1.6] text-stone">Before</dt>
        <dd dir="auto" className="break-words whitespace-pre-line text-stone">
          {before.isAsked ? <Side side={before} revealed={revealed && [revealed.before]} /> : notAsked}
        </dd>
        <dt className="text-xs leading-[1.6] text-stone">After</dt>
        <dd dir="auto" className="font-medium break-words whitespace-pre-line">
          {after.isAsked ? <Side side={after} revealed={revealed && [revealed.after]} /> : noLongerAsked}
        </dd>
      </dl>
      {children}
    </li>
  );
}

export function Signed({ amendment }: { amendment: DeskAmendment }) {
  const { outcome, decidedAt, signature, signedAt } = amendment;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-stone">
      {outcome === "waiting" ? (
        <Badge tone={amendmentStates.waiting.tone}>{amendmentStates.waiting.label}</Badge>
      ) : null}
      {outcome === "accepted" && decidedAt ? (
        <Badge tone="green">{`In force since ${nassauLongDate(decidedAt)}`}</Badge>
      ) : null}
      <span className="min-w-0 break-words">
        Signed by <bdi>{signature}</bdi> {nassauTime(signedAt)}
      </span>
    </p>
  );
}

function Side({ side, revealed }: { side: DeskSide; revealed: [string | null] | undefined }) {
  if (side.isHidden && !revealed) return <Hidden />;
  return (side.isHidden ? revealed?.[0] : side.text) ?? <span className="text-stone">{notAnswered}</span>;
}
