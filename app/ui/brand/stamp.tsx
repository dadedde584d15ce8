import { ring } from "~/ui/brand/guilloche-paths";
import { classNames } from "~/ui/class-names";
import { statusLook } from "~/ui/lists/status-badge";

export type StampProps = {
  /** An application's status: determines label and color. */
  status: string;
  date?: string | undefined;
  className?: string | undefined;
};

const place = "Nassau · Bahamas";
const lines = [0, 1, 2].map((turn) => ({ turn: turn * 4.5, path: ring({ radius: 42, swing: 7, lobes: 27 }) }));

/** A status as a passport stamp. Screen readers read the status. */
export function Stamp({ status, date, className }: StampProps) {
  const { label, ink } = statusLook(status);
  const text = label.toUpperCase();
  const size = Math.min(25, 232 / (text.length * 0.68));
  return (
    <svg
      role="img"
      aria-label={[label, place, date].filter(Boolean).join(", ")}
      viewBox="0 0 280 140"
      fill="none"
      stroke={ink}
      className={classNames("-rotate-4", className ?? "w-60")}
    >
      <g opacity=".28" strokeWidth=".8">
        {lines.map(({ turn, path }) => (
          <path key={turn} d={path} transform={`translate(140 70) rotate(${turn}) scale(1.18)`} />
        ))}
      </g>
      <rect x="4" y="4" width="272" height="132" rx="14" strokeWidth="4" />
      <rect x="11" y="11" width="258" height="118" rx="9" strokeWidth="1.2" />
      <g stroke="none" fill={ink} textAnchor="middle">
        <text x="140" y="40" className="font-mono" fontSize="11.5" letterSpacing="2.4">
          {place.toUpperCase()}
        </text>
        <text
          x="140"
          y="71"
          dominantBaseline="central"
          className="font-display"
          fontSize={size.toFixed(1)}
          fontWeight="700"
          letterSpacing="1"
        >
          {text}
        </text>
        <text x="140" y="110" className="font-mono" fontSize="12.5" letterSpacing="2">
          {date ? date.toUpperCase() : "◆ ◆ ◆"}
        </text>
      </g>
    </svg>
  );
}
