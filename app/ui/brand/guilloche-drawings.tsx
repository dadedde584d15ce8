import { useId } from "react";
import { edge, placed } from "~/ui/brand/apart/drawings";
import { type Lace, ring, rosette, seededRandom, waveBand } from "~/ui/brand/guilloche-paths";
import { classNames } from "~/ui/class-names";

export { Horizon } from "~/ui/brand/horizon";

type Drawn = { className?: string | undefined };
/** The file that contains this drawing (`apart/drawings.ts`); without one it is drawn into the document. */
type Apart = { from?: string | undefined };

const markRim = ring({ radius: 29.6, swing: 1.5, lobes: 28, centre: 32 });
const markLine = ring({ radius: 19.5, swing: 6.3, lobes: 14, centre: 32 });
const markAngles = [8.571, 17.143];

export type MarkProps = Drawn & { onDark?: boolean | undefined };

/** The site's logo, an engraved sun. `onDark` leaves out its dark ground. */
export function BrandMark({ className, onDark = false }: MarkProps) {
  const id = useId();
  return (
    <svg aria-hidden="true" viewBox="0 0 64 64" className={classNames("shrink-0", className ?? "size-10")}>
      <path d={markRim} fill={onDark ? "#f6c453" : "#06303f"} />
      <circle cx="32" cy="32" r={onDark ? 27.6 : 27.2} fill={onDark ? "#06303f" : "#f6c453"} />
      <g fill="none" stroke={onDark ? "#f6c453" : "#06303f"} strokeWidth={onDark ? 1 : 0.8}>
        <path id={id} d={markLine} />
        {markAngles.map((angle) => (
          <use key={angle} href={`#${id}`} transform={`rotate(${angle} 32 32)`} />
        ))}
      </g>
      <circle cx="32" cy="32" r="9" fill={onDark ? "#f6c453" : "#06303f"} />
      <circle cx="32" cy="32" r="3.4" fill={onDark ? "#06303f" : "#f6c453"} />
    </svg>
  );
}

/** The rings of a rosette around 0 0, each drawn once and repeated by `use`. */
function Rings({ rings, name }: { rings: readonly Lace[]; name: string }) {
  return rings.map((lace) => {
    const id = `${name}${lace.part}`;
    return (
      <g key={id} strokeWidth={lace.weight}>
        <path id={id} d={lace.path} vectorEffect="non-scaling-stroke" />
        {lace.copies.slice(1).map((copy) => (
          <use key={copy.turn} href={`#${id}`} transform={placed(copy)} />
        ))}
      </g>
    );
  });
}

export type RosetteProps = Drawn &
  Apart & {
    seed?: string | undefined;
    detail?: "fine" | "plain" | undefined;
    /** Turns once in six minutes, or not at all with reduced motion. */
    turning?: boolean | undefined;
  };

export function Rosette({ seed = "lucaya-sun", detail = "fine", turning = false, from, className }: RosetteProps) {
  const name = useId();
  return (
    <svg
      aria-hidden="true"
      viewBox="-102 -102 204 204"
      fill="none"
      stroke="currentColor"
      className={classNames("no-print", turning && "animate-turn", className)}
    >
      {from ? <use href={`${from}#${seed}`} /> : <Rings rings={rosette(seed, detail)} name={name} />}
    </svg>
  );
}

type Band = { name: string; middle: number; swing: number; lines: number; tone: string; pace: string };

const seas: Record<"hero" | "edge" | "calm", { height: number; bands: readonly Band[] }> = {
  hero: {
    height: 420,
    bands: [
      { name: "far", middle: 120, swing: 92, lines: 20, tone: "text-foam/35", pace: "[animation-duration:140s]" },
      {
        name: "open",
        middle: 225,
        swing: 70,
        lines: 18,
        tone: "text-white/40",
        pace: "[animation-duration:100s] [animation-direction:reverse]",
      },
      { name: "near", middle: 310, swing: 58, lines: 18, tone: "text-white/50", pace: "[animation-duration:75s]" },
      {
        name: "shore",
        middle: 385,
        swing: 38,
        lines: 14,
        tone: "text-gold/70",
        pace: "[animation-duration:60s] [animation-direction:reverse]",
      },
    ],
  },
  edge: {
    height: edge.height,
    bands: [{ name: "edge", ...edge.band, tone: "", pace: "[animation-duration:120s]" }],
  },
  calm: {
    height: 260,
    bands: [
      { name: "far", middle: 90, swing: 60, lines: 12, tone: "opacity-60", pace: "[animation-duration:160s]" },
      {
        name: "near",
        middle: 190,
        swing: 48,
        lines: 12,
        tone: "",
        pace: "[animation-duration:120s] [animation-direction:reverse]",
      },
    ],
  },
};

export type WavesProps = Drawn &
  Apart & {
    seed?: string | undefined;
    /** `hero` has its own colors for deep water; `edge` and `calm` use the current text color. */
    sea?: "hero" | "edge" | "calm" | undefined;
    /** Moves slowly, or not at all with reduced motion. */
    moving?: boolean | undefined;
  };

/** Bands of waves, as wide as their frame. Needs a height; `absolute inset-0` fills a positioned parent. */
export function Waves({ seed = "lucaya", sea = "edge", moving = false, from, className }: WavesProps) {
  const name = useId();
  const { width } = edge;
  const { height, bands } = seas[sea];
  return (
    <div aria-hidden="true" className={classNames("no-print pointer-events-none overflow-hidden", className)}>
      <div className="relative h-full w-full">
        {bands.map((band) => {
          const id = `${name}${band.name}`;
          return (
            <svg
              aria-hidden="true"
              key={id}
              viewBox={`0 0 ${width * 2} ${height}`}
              preserveAspectRatio="none"
              fill="none"
              stroke="currentColor"
              className={classNames(
                "absolute top-0 left-0 h-full w-[max(200%,120rem)]",
                band.tone,
                moving && `animate-drift will-change-transform ${band.pace}`,
              )}
            >
              {from ? (
                <use href={`${from}#${seed}`} />
              ) : (
                <>
                  <g id={id}>
                    {waveBand({ ...band, seed: `${seed}${band.name}`, width }).map((path) => (
                      <path key={path} d={path} vectorEffect="non-scaling-stroke" />
                    ))}
                  </g>
                  <use href={`#${id}`} x={width} />
                </>
              )}
            </svg>
          );
        })}
      </div>
    </div>
  );
}

// Ground from, ground to, sun, sea.
const inks = [
  ["#06303f", "#0b5566", "#f6c453", "#5cc7c0"],
  ["#0b5566", "#12838d", "#fbe3a6", "#e6f4f2"],
  ["#e6f4f2", "#bfe5e0", "#0b5566", "#12838d"],
  ["#fbf7ef", "#f1e3c4", "#c58a12", "#0b5566"],
  ["#12838d", "#5cc7c0", "#fbf7ef", "#06303f"],
  ["#f8dc98", "#f6c453", "#0b5566", "#06303f"],
] as const;

export type CoverProps = Drawn & {
  /** Such as a slug: the same seed is always the same cover. */
  seed: string;
  /** What the picture represents; without it the cover is decorative. */
  label?: string | undefined;
};

/** The cover of a post, a service, a form: sun over sea, unique to its seed. Fills its frame. */
export function Cover({ seed, label, className }: CoverProps) {
  const name = useId();
  const random = seededRandom(seed);
  const [from, to, sun, sea] = inks[Math.floor(random() * inks.length)] ?? inks[0];
  const x = 150 + random() * 340;
  const y = 95 + random() * 95;
  const size = 0.85 + random() * 0.75;
  const horizon = 275 + random() * 30;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is either named by its label or hidden.
    <svg
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
      viewBox="0 0 640 400"
      preserveAspectRatio="xMidYMid slice"
      className={classNames("block", className ?? "h-full w-full")}
    >
      <defs>
        <linearGradient id={`${name}g`} x1="0" y1="0" x2={random().toFixed(2)} y2="1">
          <stop stopColor={from} />
          <stop offset="1" stopColor={to} />
        </linearGradient>
      </defs>
      <path fill={`url(#${name}g)`} d="M0 0h640v400H0z" />
      <g
        fill="none"
        stroke={sun}
        opacity=".75"
        transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size.toFixed(2)})`}
      >
        <Rings rings={rosette(seed, "plain")} name={`${name}r`} />
      </g>
      {[0, 1].map((band) => (
        <g key={band} fill="none" stroke={sea} strokeWidth="1" opacity={band ? 0.9 : 0.55}>
          {waveBand({
            seed: `${seed}${band}`,
            width: 640,
            middle: horizon + band * 62,
            swing: 40 - band * 8,
            lines: 10,
            waves: 2,
          }).map((path) => (
            <path key={path} d={path} />
          ))}
        </g>
      ))}
    </svg>
  );
}

function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/).filter(Boolean);
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]];
  return ends.map((part) => [...(part ?? "")][0]?.toLocaleUpperCase("en-US") ?? "").join("");
}

export type InitialsProps = Drawn & { name: string };

/** For a person without a photo. Decorative, next to the written name. */
export function Initials({ name, className }: InitialsProps) {
  const id = useId();
  const random = seededRandom(name);
  const grounds = ["#06303f", "#0b5566", "#0b6a74", "#5b4a1d", "#274a3a"] as const;
  const ground = grounds[Math.floor(random() * grounds.length)] ?? grounds[0];
  const lobes = 9 + Math.floor(random() * 9);
  const line = ring({ radius: 38, swing: 8, lobes, centre: 50 });
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      className={classNames("shrink-0 rounded-full", className ?? "size-12")}
    >
      <circle cx="50" cy="50" r="50" fill={ground} />
      <g fill="none" stroke="#f6c453" strokeWidth="1" opacity=".75">
        <path id={id} d={line} />
        {[1, 2, 3].map((turn) => (
          <use key={turn} href={`#${id}`} transform={`rotate(${((turn * 360) / lobes / 4).toFixed(2)} 50 50)`} />
        ))}
      </g>
      <circle cx="50" cy="50" r="28" fill={ground} />
      <text
        x="50"
        y="51"
        fill="#fff"
        fontSize="27"
        fontWeight="600"
        textAnchor="middle"
        dominantBaseline="central"
        className="font-display"
      >
        {initialsOf(name)}
      </text>
    </svg>
  );
}
