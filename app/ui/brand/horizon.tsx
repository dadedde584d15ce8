import { seededRandom } from "~/ui/brand/guilloche-paths";
import { classNames } from "~/ui/class-names";

/** The outline of each destination on a ground line of 400 by 120, by country code. */
const outlines: Record<string, string> = {
  // A lighthouse on a cay.
  BS: "M0 118h96c24-12 46-16 70-16l4-60h-5v-8h6V22l7-8 7 8v12h6v8h-5l4 60c34 2 62 8 88 16h114",
  // The towers of a harbor city.
  US: "M0 118h34V88h26V62h22v44h14V36h8V14h4v22h8v70h18V58h30v52h16V76h28v32h20V48h9l7-16 7 16h9v70h140",
  // Ridges with a lake before them.
  CA: "M0 118l58-40 24 14 46-64 30 38 20-18 52 60 24-22 36 32h110",
  // The clock tower at the river.
  GB: "M0 118h116V92h62v-8h6V44h-3v-8l11-24 11 24v8h-3v40h44V72h6v12h22V72h6v12h38v34h87",
  FR: "M0 118h138c30-24 42-58 47-106h6c5 48 17 82 47 106h-22c-6-16-16-26-28-26s-22 10-28 26h240M172 70h32",
  // Soft blue mountains.
  JM: "M0 118c40-6 60-40 96-44 22-2 30 12 48 6 30-10 40-54 74-56 36-2 46 46 76 54 30 8 50 36 106 40",
  // A windmill of the sugar estates.
  BB: "M0 118c60-8 110-10 160-8l9-50q11-8 22 0l9 50c60-2 130 2 200 8M180 60l-40-36m40 36l42-30m-42 30l-30 38m30-38l34 36",
  AE: "M0 118c40-22 70-22 110-8h48V72h10V38h8V6h4v32h8v34h10v38c60-26 110-20 202 8",
  // Sails at the water's edge.
  AU: "M0 118h84c10-40 42-60 70-66-10 22-10 46 4 66 4-38 32-58 60-66-8 22-6 44 6 66 6-26 26-40 48-46-6 16-4 32 4 46h124",
};

function hills(code: string): string {
  const random = seededRandom(`hills of ${code}`);
  const tops = Array.from({ length: 5 }, () => Math.round(20 + random() * 70));
  return `M0 118${tops.map((top) => `q40-${top} 80 0`).join("")}`;
}

const [apart, repeated] = [2.4, 9];

export type HorizonProps = { code: string; className?: string };

export function Horizon({ code, className }: HorizonProps) {
  const outline = outlines[code] ?? hills(code);
  return (
    <svg
      aria-hidden
      data-destination={code}
      viewBox="0 0 400 140"
      fill="none"
      stroke="currentColor"
      className={classNames("overflow-visible", className)}
    >
      <path id={`destination-${code}`} d={outline} vectorEffect="non-scaling-stroke" strokeWidth="0.9" />
      {Array.from({ length: repeated }, (_, index) => index + 1).map((line) => (
        <use
          key={line}
          href={`#destination-${code}`}
          y={(line * apart).toFixed(1)}
          opacity={(0.8 * (1 - line / (repeated + 1))).toFixed(2)}
        />
      ))}
    </svg>
  );
}
