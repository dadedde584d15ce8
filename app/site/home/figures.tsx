import { claims } from "~/site/texts/default-metadata";
import { Counter } from "~/ui/counter";

/** The company's figures: four large ones that count up, the rest on one line. */
export function HomeFigures() {
  return (
    <section aria-label="In figures" className="page pt-12 sm:pt-16">
      <ul className="grid grid-cols-2 gap-x-6 gap-y-9 lg:grid-cols-4">
        {claims.slice(0, 4).map(({ value, label }) => (
          <li key={label} className="flex flex-col border-l border-gold-deep pl-5 sm:pl-6">
            <span className="font-display text-[clamp(2.25rem,1.7rem+2.2vw,3.25rem)] font-semibold leading-none tracking-[-0.02em] text-navy lining-nums">
              <Counter value={value} />
            </span>{" "}
            <span className="mt-2 text-base text-stone">{label}</span>
          </li>
        ))}
      </ul>
      <ul className="mt-10 flex flex-wrap gap-x-10 gap-y-2 border-t border-line pt-5 text-sm text-stone lg:justify-between">
        <li>
          <strong className="font-semibold text-ink">7-14 days</strong> average processing
        </li>
        <li>
          Free <strong className="font-semibold text-ink">30-minute</strong> consultation
        </li>
        <li>
          <strong className="font-semibold text-ink">24-hour</strong> response time
        </li>
        <li>
          <strong className="font-semibold text-ink">Total prices</strong> before you begin
        </li>
      </ul>
    </section>
  );
}
