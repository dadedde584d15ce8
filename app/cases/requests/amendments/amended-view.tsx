import { answerAsText } from "~/form-engine/answer-text";
import { notAnswered } from "~/form-engine/not-answered";
import { Badge } from "~/ui/lists/badge";
import { NassauTime } from "~/ui/nassau-time";
import { amendmentStates, noLongerAsked, notAsked } from "./amendment-words";
import type { Amendment } from "./read-amendments.server";

const day = { dateStyle: "long" } as const;

const beforeOf = ({ wasAsked, before }: Amendment) => (wasAsked ? (answerAsText(before) ?? notAnswered) : notAsked);
const afterOf = ({ isAsked, after }: Amendment) => (isAsked ? (answerAsText(after) ?? notAnswered) : noLongerAsked);

export function AmendedQuestions({ amendments }: { amendments: readonly Amendment[] }) {
  if (amendments.length === 0) return null;
  return (
    <dl className="mt-1.5 grid gap-2">
      {amendments.map((amendment) => (
        <div key={amendment.id}>
          <dt className="text-sm text-stone">{amendment.label}</dt>
          <dd>
            <BeforeAndAfter amendment={amendment} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function BeforeAndAfter({ amendment }: { amendment: Amendment }) {
  return (
    <div className="grid gap-0.5">
      <Line name="Before:" text={beforeOf(amendment)} />
      <Line name="After:" text={afterOf(amendment)} strong />
    </div>
  );
}

function Line({ name, text, strong = false }: { name: string; text: string; strong?: boolean }) {
  return (
    <p className="grid grid-cols-[4rem_minmax(0,1fr)]">
      <span className="text-stone">{name} </span>
      <span dir="auto" className={`break-words whitespace-pre-line ${strong ? "font-semibold" : ""}`}>
        {text}
      </span>
    </p>
  );
}

export function AmendmentNote({ amendment, named }: { amendment: Amendment; named: boolean }) {
  const { label, tone } = amendmentStates[amendment.outcome === "accepted" ? "accepted" : "waiting"];
  return (
    <div className="my-2 break-inside-avoid rounded-r-md border-l-4 border-sea bg-foam px-4 py-2.5 print:my-1 print:px-2 print:py-0.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {named ? <p className="font-semibold">{amendment.label}</p> : null}
        <Badge tone={tone}>{label}</Badge>
      </div>
      <BeforeAndAfter amendment={amendment} />
      <p className="mt-1 text-xs text-stone">
        Signed by <bdi>{amendment.signature}</bdi> on <NassauTime at={amendment.signedAt} options={day} />
      </p>
    </div>
  );
}
