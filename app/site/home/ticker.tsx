import { classNames } from "~/ui/class-names";

const phrases = [
  "Every page read by a person",
  "An answer within one business day",
  "One consultant from the first message to the decision",
  "Our fee and the government’s, before you begin",
  "Saved as you go, on any device",
] as const;

function Phrases({ repeated = false }: { repeated?: boolean }) {
  return (
    <ul aria-hidden={repeated || undefined} className={classNames("ticker", repeated && "motion-reduce:hidden")}>
      {phrases.map((phrase) => (
        <li key={phrase}>{phrase}</li>
      ))}
    </ul>
  );
}

/** Five phrases that scroll by; the second row is a copy of the first, so that the band has no end. */
export function HomeTicker() {
  return (
    <section aria-label="In short" className="no-print on-dark group overflow-hidden bg-navy py-5">
      <div className="flex w-max animate-drift font-display text-xl text-foam italic [animation-duration:70s] group-hover:[animation-play-state:paused] motion-reduce:w-full motion-reduce:justify-center">
        <Phrases />
        <Phrases repeated />
      </div>
    </section>
  );
}
