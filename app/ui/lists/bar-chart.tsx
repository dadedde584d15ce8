import { classNames } from "~/ui/class-names";
import { Table, Td, Th, Tr } from "~/ui/lists/table";

type Bar = { label: string; value: number };

export type BarChartProps = {
  /** Such as "Service views". */
  title: string;
  bars: readonly Bar[];
  /** A class: "fill-sea". */
  fill: string;
  format?: ((value: number) => string) | undefined;
};

const width = 600;
const height = 132;

/** A round number at or above the tallest bar, with an integer half. */
function ceiling(max: number): number {
  if (max <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(max));
  return [1, 2, 4, 6, 8, 10].map((step) => step * power).find((step) => step >= max && step % 2 === 0) ?? 10 * power;
}

/** Rendered on the server: no script, the same on paper. Each bar has its number as a tooltip, the table has all. */
export function BarChart({ title, bars, fill, format }: BarChartProps) {
  const top = ceiling(Math.max(0, ...bars.map(({ value }) => value)));
  const slot = width / Math.max(1, bars.length);
  const gap = Math.min(4, slot * 0.25);
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const number = format ?? ((value: number) => value.toLocaleString("en-US"));
  return (
    <figure className="min-w-0">
      <figcaption className="flex items-baseline justify-between gap-4">
        <span className="font-semibold text-ink">{title}</span>
        <span className="text-stone tabular-nums">{number(total)}</span>
      </figcaption>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
        <svg
          role="img"
          aria-label={`${title}: ${number(total)} in total, highest bar ${number(Math.max(0, ...bars.map((bar) => bar.value)))}`}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-36 w-full overflow-visible"
        >
          {[0, 0.5, 1].map((part) => (
            <line
              key={part}
              x1="0"
              x2={width}
              y1={height * part}
              y2={height * part}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {bars.map(({ label, value }, index) => {
            const tall = (Math.max(0, value) / top) * height;
            return (
              <g key={label} className="group/bar">
                <rect
                  x={index * slot}
                  y="0"
                  width={slot}
                  height={height}
                  className="fill-transparent hover:fill-foam"
                />
                <rect
                  x={index * slot + gap / 2}
                  y={height - tall}
                  width={slot - gap}
                  height={tall}
                  className={classNames("pointer-events-none", fill)}
                />
                <title>{`${label}: ${number(value)}`}</title>
              </g>
            );
          })}
        </svg>
        <div aria-hidden className="flex h-36 flex-col justify-between text-2xs text-stone tabular-nums">
          <span className="-mt-2">{number(top)}</span>
          <span>{number(top / 2)}</span>
          <span className="-mb-2">0</span>
        </div>
        <div aria-hidden className="mt-2 flex justify-between text-2xs text-stone">
          <span>{bars[0]?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </div>
      </div>
      <details className="mt-2 text-xs">
        <summary className="w-fit cursor-pointer rounded-xs py-1 font-semibold text-sea-ink hover:underline">
          Show as a table
        </summary>
        <Table
          label={`${title} as a table`}
          narrow="scroll"
          sticky={false}
          className="text-xs"
          frameClassName="mt-2 max-h-60 overflow-y-auto"
        >
          <thead>
            <Tr>
              <Th>From</Th>
              <Th align="right">{title}</Th>
            </Tr>
          </thead>
          <tbody>
            {bars.map(({ label, value }) => (
              <Tr key={label}>
                <Td>{label}</Td>
                <Td align="right" className="tabular-nums">
                  {number(value)}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </details>
    </figure>
  );
}
