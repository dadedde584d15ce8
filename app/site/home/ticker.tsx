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
    <ul
      aria-hidden={repeated || undefined}
      className={classNames(
        "flex min-w-[100vw] shrink-0 items-center justify-around motion-reduce:w-full motion-reduce:min-w-0 motion-reduce:flex-wrap motion-reduce:justify-center motion-reduce:gap-x-10 motion-reduce:gap-y-1 motion-reduce:px-4",
        repeated && "motion-reduce:hidden",
      )}
    >
      {phrases.map((phrase) => (
        <li
          key={phrase}
          className="flex items-center gap-8 pr-8 whitespace-nowrap motion-reduce:pr-0 motion-reduce:text-center motion-reduce:whitespace-normal sm:gap-12 sm:not-motion-reduce:pr-12"
        >
          <span aria-hidden className="size-2 shrink-0 rotate-45 bg-gold motion-reduce:hidden" />
          {phrase}
        </li>
      ))}
    </ul>
  );
}

/** Five phrases that scroll by; the second row is a copy of the first, so that the band has no end. */
export function HomeTicker() {
  return (
    <section aria-label="In short" className="on-dark group overflow-hidden bg-navy py-5">
      <div className="flex w-max animate-drift font-display text-xl text-foam italic [animation-duration:70s] group-hover:[animation-play-state:paused] motion-reduce:w-full motion-reduce:justify-center">
        <Phrases />
        <Phrases repeated />
      </div>
    </section>
  );
}
