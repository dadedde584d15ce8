import { useEffect, useRef, useState } from "react";

export type CounterProps = {
  /** A number and what stands around it: `5000+`, `99%`. */
  value: string;
  /** How long it counts, in milliseconds. */
  duration?: number | undefined;
};

const quicklyThenSlowly = (part: number) => 1 - (1 - part) ** 3;

/**
 * A figure that counts up from nought once it is half visible. Without a script, with less motion asked for, on paper,
 * and to screen readers it is simply the figure. Takes the room of the whole figure from the start.
 */
export function Counter({ value, duration = 2000 }: CounterProps) {
  const [before = "", digits = "", after = ""] = /^(\D*)(\d+)(.*)$/.exec(value)?.slice(1) ?? [];
  const end = Number(digits);
  const frame = useRef<HTMLSpanElement>(null);
  const [count, setCount] = useState(end);

  useEffect(() => {
    const element = frame.current;
    if (!element || end === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let next = 0;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        if (entry.intersectionRatio < 0.5) {
          setCount(0);
          return;
        }
        watch.disconnect();
        const start = performance.now();
        const step = () => {
          const part = Math.min(1, (performance.now() - start) / duration);
          setCount(Math.round(end * quicklyThenSlowly(part)));
          if (part < 1) next = requestAnimationFrame(step);
        };
        step();
      },
      { threshold: 0.5 },
    );
    watch.observe(element);
    return () => {
      watch.disconnect();
      cancelAnimationFrame(next);
    };
  }, [end, duration]);

  return (
    <span ref={frame} className="inline-grid">
      <span className="invisible col-start-1 row-start-1 print:visible" aria-hidden>
        {value}
      </span>
      <span className="col-start-1 row-start-1 print:hidden" aria-hidden data-counter>
        {before}
        {count}
        {after}
      </span>
      <span className="sr-only">{value}</span>
    </span>
  );
}
