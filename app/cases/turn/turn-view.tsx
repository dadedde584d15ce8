import { type TurnData, turnText } from "./turn-text";

/** Whose turn it is, since when, and what happens next: the first thing that the applicant reads. */
export function TurnSentence({ data, next }: { data: TurnData; next: string | null }) {
  const { sentence, following } = turnText(data);
  const yours = data.closed === null && data.turn === "applicant";
  return (
    <section
      aria-label="Whose turn it is"
      className={`mt-5 rounded-2xl border px-5 py-4 sm:px-9 sm:py-5 print:mt-4 print:px-6 print:py-3 ${yours ? "border-gold bg-gold/15" : "border-dune bg-foam"}`}
    >
      <p role="status" className="font-display text-xl text-pretty sm:text-2xl print:text-[13pt]">
        {sentence}
      </p>
      {next ? <p className="mt-1.5 text-stone">{next}</p> : null}
      {following ? <p className="mt-1.5 text-stone">{following}</p> : null}
    </section>
  );
}
