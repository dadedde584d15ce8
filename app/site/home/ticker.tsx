import { classNames } from "~/ui/class-names";

type PhrasesProps = { phrases: readonly string[]; repeated?: boolean };

function Phrases({ phrases, repeated = false }: PhrasesProps) {
  return (
    <ul aria-hidden={repeated || undefined} className={classNames("ticker", repeated && "motion-reduce:hidden")}>
      {phrases.map((phrase) => (
        <li key={phrase}>{phrase}</li>
      ))}
    </ul>
  );
}

/** Five scrolling phrases; the second row is a copy of the first, so that the band is endless. */
export function HomeTicker({ phrases }: Pick<PhrasesProps, "phrases">) {
  return (
    <section aria-label="In short" className="no-print on-dark group overflow-hidden bg-navy py-5">
      <div className="flex w-max animate-drift font-display text-xl text-foam italic [animation-duration:70s] group-hover:[animation-play-state:paused] motion-reduce:w-full motion-reduce:justify-center">
        <Phrases phrases={phrases} />
        <Phrases phrases={phrases} repeated />
      </div>
    </section>
  );
}
