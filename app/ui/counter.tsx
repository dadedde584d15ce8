/**
 * A figure such as `5000+`, which counts up once it is half visible (`site/static-pages/counters.ts`). Without a
 * script, with less motion asked for, on paper, and to screen readers it is simply the figure. Takes the room of the
 * whole figure.
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
