import { Counter } from "~/ui/counter";
import { unbroken } from "~/ui/unbroken";

type Claim = { value: string; label: string; of?: string };

/** The company's figures: four large ones that count up, the rest in one row. */
export function HomeFigures({ claims }: { claims: readonly Claim[] }) {
  const [average, consultation, response] = claims.slice(4);
  return (
    <section aria-label="In figures" className="page pt-12 sm:pt-16">
      <ul className="grid grid-cols-2 cramped:grid-cols-1 gap-x-6 gap-y-9 lg:grid-cols-4">
        {claims.slice(0, 4).map(({ value, label, of }) => (
          <li key={label} className="flex flex-col border-l border-gold-deep pl-5 sm:pl-6">
            <span className="font-display text-[clamp(2.25rem,1.7rem+2.2vw,3.25rem)] font-semibold leading-none tracking-[-0.02em] text-navy lining-nums">
              <Counter value={value} />
            </span>{" "}
            <span className="mt-2 text-base text-stone">
              {label} {of ? <span className="block text-sm">{unbroken(of)}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      <ul className="mt-10 flex flex-wrap gap-x-10 gap-y-2 border-t border-line pt-5 text-sm text-stone lg:justify-between">
        {average ? (
          <li>
            from <Strong>{average.value}</Strong> {average.label} {average.of}
          </li>
        ) : null}
        {consultation ? (
          <li>
            Free <Strong>{consultation.value}</Strong> consultation
          </li>
        ) : null}
        {response ? (
          <li>
            <Strong>{response.value}</Strong> {response.label} {response.of}
          </li>
        ) : null}
        <li>
          <Strong>Both fees</Strong> before you begin
        </li>
      </ul>
    </section>
  );
}

const Strong = ({ children }: { children: string }) => <strong className="font-semibold text-ink">{children}</strong>;
