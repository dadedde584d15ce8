/**
 * A figure such as `5000+`, which counts up once it is half visible (`site/static-pages/counters.ts`). Just the figure
 * without JavaScript, with reduced motion, on paper, and for screen readers. Takes the width of the whole figure.
 */
export function Counter({ value }: { value: string }) {
  return (
    <span className="inline-grid">
      <span className="invisible col-start-1 row-start-1 print:visible" aria-hidden>
        {value}
      </span>
      <span className="col-start-1 row-start-1 print:hidden" aria-hidden data-counter>
        {value}
      </span>
      <span className="sr-only">{value}</span>
    </span>
  );
}
