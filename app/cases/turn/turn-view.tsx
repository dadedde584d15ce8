import { type TurnData, turnText } from "./turn-text";

/** Whose turn it is, since when, and what follows: the first thing that the applicant reads. */
export function TurnSentence({ data }: { data: TurnData }) {
  const { sentence, following } = turnText(data);
  const yours = data.closed === null && data.turn === "applicant";
  return (
    <section
      aria-label="Whose turn it is"
      className={`mt-8 rounded-2xl border px-6 py-5 sm:px-9 print:mt-4 print:px-6 print:py-3 ${yours ? "border-gold bg-gold/15" : "border-dune bg-foam"}`}
    >
      <p role="status" className="font-display text-xl text-pretty sm:text-2xl print:text-[13pt]">
        {sentence}
      </p>
      {following ? <p className="mt-1.5 text-stone">{following}</p> : null}
    </section>
  );
}
