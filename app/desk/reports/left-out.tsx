import { formatCount } from "~/core/counted";

/** Says how many records of sample data a report excludes (F-DESK-9). */
export function LeftOut({ samples, className }: { samples: number; className?: string }) {
  if (samples === 0) return null;
  return <p className={className}>{samplesWords(samples)}</p>;
}

const samplesWords = (n: number) =>
  n === 1 ? "1 sample record is left out." : `${formatCount(n)} sample records are left out.`;
